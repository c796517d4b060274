import { useEffect, useEffectEvent, useState } from 'react';
import { totalPages } from '#web/lib/area.ts';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { useServerBack } from '#web/lib/connection.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import { useListNews } from '#web/lib/list-news.ts';
import { useLiveNews } from '#web/lib/live.ts';
import { useCurrentUser, useDispatch } from '#web/lib/store-hooks.ts';
import { isOfView, judgeFor, type BookingListView } from './booking-list-view.ts';
import { bookingAdded, listBookings, useBookings, type BookingQuery } from './slice.ts';
import { unexpected } from '#web/lib/unexpected.ts';

interface Settled {
  key: string;
  failure: FailedCall | null;
  /** When the rows were asked for, in milliseconds (UTC). */
  askedAt: number;
}

/**
 * Loads the page that the address names, and again after a new booking or
 * `reload`, and without a word when live news may have been missed. What is no
 * longer asked for is cancelled; until the answer comes the rows of before stay.
 */
export function useBookingList(view: BookingListView, { address, landOn }: ListSteps) {
  const dispatch = useDispatch();
  const { all, listed, paginate, new: newest } = useBookings((state) => state.booking);
  const [attempt, setAttempt] = useState(0);
  const [quiet, setQuiet] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null, askedAt: 0 });
  const land = useEffectEvent(landOn);

  const { search, page, limit } = address;
  const { _boolpaid, _boolcompleted } = view.filter;
  const key = JSON.stringify([search, page, limit, view.filter, attempt, newest?._id]);

  useEffect(() => {
    const _searchname = search === '' ? undefined : search;
    const query: BookingQuery = { limit, page, _searchname, _boolpaid, _boolcompleted };
    const askedAt = Date.now();
    const asked = dispatch(listBookings(query));
    void asked.then((result) => {
      if (listBookings.fulfilled.match(result)) {
        const last = totalPages(result.payload.total, limit);
        if (page > last) land(last);
        else setSettled({ key, failure: null, askedAt });
      } else if (!result.meta.aborted) {
        const failure = result.payload ?? unexpected;
        setSettled((last) => ({ key, failure, askedAt: last.askedAt }));
      }
    });
    return () => asked.abort();
  }, [dispatch, key, quiet, search, page, limit, _boolpaid, _boolcompleted]);

  const loaded = isOfView(listed, view);
  const loading = settled.key !== key;
  const rows = loaded ? all : [];
  useLiveNews(({ type }) => {
    if (type === 'reset') setQuiet((count) => count + 1);
  });
  useServerBack(() => {
    if (settled.failure !== null) setQuiet((count) => count + 1);
  });
  useOwnBookings(view.offersBooking && page === 1 && search === '');
  const news = useListNews({ askedAt: settled.askedAt, rows }, (heard) =>
    judgeFor(view, search, heard),
  );
  return {
    rows,
    /** What changed about the list since it was loaded. */
    news,
    /** Whether this list was answered at all, be it for another page or search. */
    loaded,
    loading,
    failure: loading ? null : settled.failure,
    total: loaded ? paginate.total : 0,
    pages: loaded ? paginate.step : 1,
    reload: () => setAttempt((count) => count + 1),
  };
}

/** What one books oneself, in another tab or on another device, comes to the front by itself. */
function useOwnBookings(wanted: boolean): void {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  useLiveNews((news) => {
    if (!wanted || news.type !== 'booking' || news.change !== 'made') return;
    if (news.booking.createdBy.id === user?.id) dispatch(bookingAdded(news.booking));
  });
}
