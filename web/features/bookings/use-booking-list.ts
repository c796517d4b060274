import { useEffect, useEffectEvent, useState } from 'react';
import { totalPages } from '#web/lib/area.ts';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { isOfView, type BookingListView } from './booking-list-view.ts';
import type { ListSteps } from './list-address.ts';
import { listBookings, useBookings, type BookingQuery } from './slice.ts';
import { unexpected } from './unexpected.ts';

interface Settled {
  key: string;
  failure: FailedCall | null;
}

/**
 * Loads the page that the address names, and again after a new booking or
 * `reload`. What is no longer asked for is cancelled; until the answer comes
 * the rows of before stay.
 */
export function useBookingList(view: BookingListView, { address, landOn }: ListSteps) {
  const dispatch = useDispatch();
  const { all, listed, paginate, new: newest } = useBookings((state) => state.booking);
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null });
  const land = useEffectEvent(landOn);

  const { search, page, limit } = address;
  const { _boolpaid, _boolcompleted } = view.filter;
  const key = JSON.stringify([search, page, limit, view.filter, attempt, newest?._id]);

  useEffect(() => {
    const _searchname = search === '' ? undefined : search;
    const query: BookingQuery = { limit, page, _searchname, _boolpaid, _boolcompleted };
    const asked = dispatch(listBookings(query));
    void asked.then((result) => {
      if (listBookings.fulfilled.match(result)) {
        const last = totalPages(result.payload.total, limit);
        if (page > last) land(last);
        else setSettled({ key, failure: null });
      } else if (!result.meta.aborted) {
        setSettled({ key, failure: result.payload ?? unexpected });
      }
    });
    return () => asked.abort();
  }, [dispatch, key, search, page, limit, _boolpaid, _boolcompleted]);

  const loaded = isOfView(listed, view);
  const loading = settled.key !== key;
  return {
    rows: loaded ? all : [],
    /** Whether this list was answered at all, be it for another page or search. */
    loaded,
    loading,
    failure: loading ? null : settled.failure,
    total: loaded ? paginate.total : 0,
    pages: loaded ? paginate.step : 1,
    reload: () => setAttempt((count) => count + 1),
  };
}
