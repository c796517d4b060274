import { useState, type RefObject } from 'react';
import type { Booking } from '#contract/bookings.ts';
import type { Organisation } from '#contract/places.ts';
import { useLiveNews, type LiveNews } from '#web/live/events.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { usePointed } from '#web/device/use-pointed.ts';
import { useSoon } from '#web/device/use-soon.ts';
import { bookingAdded, bookingRemoved, listBookings, useBookings } from '../slice.ts';
import { feedLimit, latest } from './feed-rules.ts';

/** Milliseconds within which a feed that lost a booking is filled up again. */
const soon = 1_000;

/**
 * The latest bookings of an organisation. New ones come to the front by themselves, unless somebody
 * points at the feed: then they wait until `show`, or until that is over.
 */
export function useFeed(organisation: Organisation, area: RefObject<HTMLElement | null>) {
  const dispatch = useDispatch();
  const { all, listed } = useBookings(({ booking }) => booking);
  const query = { limit: feedLimit, page: 1, organisation, withdrawn: false as const };
  const loaded = useLoaded(organisation, () => dispatch(listBookings(query)));
  const reloadSoon = useSoon(loaded.reload, soon);
  /** The latest that were heard of: an answer that was under way may not know them yet. */
  const [heard, setHeard] = useState<readonly Booking[]>([]);
  const [fresh, setFresh] = useState<readonly string[]>([]);

  const isOwn = listed?.limit === feedLimit && listed.organisation === organisation;
  const isReady = isOwn && loaded.data !== null;
  const missing = heard.filter(
    (booking) =>
      booking.organisation === organisation && !all.some(({ _id }) => _id === booking._id),
  );

  function put(bookings: readonly Booking[]): void {
    for (const booking of bookings) dispatch(bookingAdded(booking));
    setFresh(bookings.map(({ _id }) => _id));
  }

  function show(): void {
    if (missing.length > 0) put(missing);
  }

  const held = usePointed(area, show);
  const newest = latest([...missing, ...all]);
  const rows = isReady ? (held ? latest(all) : newest) : [];
  const waiting = held ? newest.filter((booking) => missing.includes(booking)).length : 0;

  useLiveNews((news) => {
    const left = leftBy(news);
    if (news.type === 'reset') loaded.reload();
    else if (left !== null) {
      setHeard((last) => last.filter(({ _id }) => _id !== left));
      if (!rows.some(({ _id }) => _id === left)) return;
      dispatch(bookingRemoved(left));
      reloadSoon();
    } else if (news.type === 'booking' && news.booking.organisation === organisation) {
      const { booking, change } = news;
      if (change === 'made') {
        setHeard((last) => [booking, ...last].slice(0, feedLimit));
        if (!held) put([booking]);
      } else setHeard((last) => last.map((known) => (known._id === booking._id ? booking : known)));
    }
  });

  return { ...loaded, rows, fresh, waiting, show };
}

/** The booking that left the feed with these news; null when none did. */
function leftBy(news: LiveNews): string | null {
  if (news.type === 'gone') return news.id;
  return news.type === 'booking' && news.change === 'withdrawn' ? news.booking._id : null;
}
