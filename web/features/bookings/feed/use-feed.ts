import { type RefObject, useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import type { Organisation } from '#contract/places.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { usePointed } from '#web/device/use-pointed.ts';
import { useThrottled } from '#web/device/use-throttled.ts';
import { type LiveNews, useLiveNews } from '#web/live/events.ts';
import { bookingAdded, bookingRemoved, listBookings, useBookingParts } from '../slice.ts';

/** The number of bookings the feed shows. */
export const feedRows = 12;

/** The newest bookings that the feed has place for, newest first. */
export function latest(bookings: readonly Booking[]): Booking[] {
  return bookings
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id))
    .slice(0, feedRows);
}

/** A feed that lost a booking is loaded again within this time, in milliseconds. */
const refillWithin = 1_000;

/**
 * The latest bookings of an organisation. New ones come to the front by themselves, but not under a
 * mouse or finger that points at the feed. Those wait until `show`, or until the pointer has left.
 */
export function useFeed(organisation: Organisation, area: RefObject<HTMLElement | null>) {
  const dispatch = useDispatch();
  const { all, loadedQuery } = useBookingParts('all', 'loadedQuery');
  const loaded = useLoaded(organisation, (signal) =>
    listBookings(
      dispatch,
      { limit: feedRows, page: 1, organisation, withdrawn: false, decided: false },
      signal,
    ),
  );
  const refill = useThrottled(loaded.reload, refillWithin);
  /** The latest bookings of the live stream: an answer that was under way may not hold them yet. */
  const [heard, setHeard] = useState<readonly Booking[]>([]);
  const [fresh, setFresh] = useState<readonly string[]>([]);

  const isOwn = loadedQuery?.limit === feedRows && loadedQuery.organisation === organisation;
  const isReady = isOwn && loaded.data !== null;
  const missing = heard.filter(
    (booking) => booking.organisation === organisation && !holds(all, booking._id),
  );

  function insert(bookings: readonly Booking[]): void {
    for (const booking of bookings) dispatch(bookingAdded(booking));
    setFresh(bookings.map(({ _id }) => _id));
  }

  function show(): void {
    if (missing.length > 0) insert(missing);
  }

  const pointed = usePointed(area, show);
  const newest = latest([...missing, ...all]);
  const rows = isReady ? (pointed ? latest(all) : newest) : [];
  const waiting = pointed ? newest.filter((booking) => missing.includes(booking)).length : 0;

  useLiveNews((news) => {
    const left = leavingId(news);
    if (news.type === 'reset') loaded.reload();
    else if (left !== null) {
      setHeard((last) => (holds(last, left) ? last.filter(({ _id }) => _id !== left) : last));
      if (!holds(rows, left)) return;
      dispatch(bookingRemoved(left));
      refill();
    } else if (news.type === 'booking' && news.booking.organisation === organisation) {
      const { booking, change } = news;
      if (change === 'made') {
        setHeard((last) => [booking, ...last].slice(0, feedRows));
        if (!pointed) insert([booking]);
      } else
        setHeard((last) =>
          holds(last, booking._id)
            ? last.map((known) => (known._id === booking._id ? booking : known))
            : last,
        );
    }
  });

  return { ...loaded, rows, fresh, waiting, show };
}

const holds = (bookings: readonly Booking[], id: string): boolean =>
  bookings.some(({ _id }) => _id === id);

/** The id of the booking that these news take out of the feed; null when they take none. */
function leavingId(news: LiveNews): string | null {
  if (news.type === 'gone') return news.id;
  return news.type === 'booking' && (news.change === 'withdrawn' || news.change === 'decided')
    ? news.booking._id
    : null;
}
