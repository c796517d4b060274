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
  const query = { limit: feedLimit, page: 1, organisation, withdrawn: 'false' as const };
  const loaded = useLoaded(organisation, () => dispatch(listBookings(query)));
  const reloadSoon = useSoon(loaded.reload, soon);
  const [waiting, setWaiting] = useState<readonly Booking[]>([]);
  const [fresh, setFresh] = useState<readonly string[]>([]);

  const isOwn = listed?.limit === feedLimit && listed.organisation === organisation;
  const rows = isOwn && loaded.data !== null ? latest(all) : [];
  const missing = waiting.filter(
    (booking) =>
      booking.organisation === organisation && !rows.some(({ _id }) => _id === booking._id),
  );

  function put(bookings: readonly Booking[]): void {
    for (const booking of bookings) dispatch(bookingAdded(booking));
    setFresh(bookings.map(({ _id }) => _id));
  }

  function show(): void {
    if (missing.length > 0) put(missing);
    setWaiting([]);
  }

  const held = usePointed(area, show);
  useLiveNews((news) => {
    const left = leftBy(news);
    if (news.type === 'reset') loaded.reload();
    else if (left !== null) {
      setWaiting((last) => last.filter(({ _id }) => _id !== left));
      if (!rows.some(({ _id }) => _id === left)) return;
      dispatch(bookingRemoved(left));
      reloadSoon();
    } else if (news.type === 'booking' && news.booking.organisation === organisation) {
      const { booking, change } = news;
      const renewed = (last: readonly Booking[]) =>
        last.map((known) => (known._id === booking._id ? booking : known));
      if (change !== 'made') setWaiting(renewed);
      else if (held) setWaiting((last) => [booking, ...last]);
      else put([booking]);
    }
  });

  return { ...loaded, rows, fresh, waiting: missing.length, show };
}

/** The booking that left the feed with these news; null when none did. */
function leftBy(news: LiveNews): string | null {
  if (news.type === 'gone') return news.id;
  return news.type === 'booking' && news.change === 'withdrawn' ? news.booking._id : null;
}
