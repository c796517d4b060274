import type { BookingSort } from '#contract/booking-filters.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { sentFilters } from '#web/lists/filters.ts';
import { useLiveNews } from '#web/live/events.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { useList } from '#web/lists/use-list.ts';
import { judgeFor, type BookingListView } from './booking-list-view.ts';
import { bookingAdded, listBookings, useBookings, type BookingFilters } from './slice.ts';

/** One of the booking lists, as its address says; `sum` is the naira of every match. */
export function useBookingList(view: BookingListView, steps: ListSteps<BookingSort>) {
  const dispatch = useDispatch();
  const { all, listed, paginate, new: newest, sum } = useBookings((state) => state.booking);
  const { page, limit, sort } = steps.address;
  const list = useList(steps, {
    query: { limit, page, ...filtersOf(view, steps) },
    ask: (query) => dispatch(listBookings(query)),
    rows: all,
    answered: listed,
    paginate,
    newest: newest?._id,
    judge: (news) => judgeFor(view, steps.address, news),
  });
  useArrivalOfOwn(view, steps, page === 1 && sort === '-createdAt');
  return { ...list, sum: list.loaded ? sum : 0 };
}

/** What the list and its file ask for; the period is that of today. */
export function filtersOf(
  { filter: { _boolpaid, _boolcompleted }, grammar }: BookingListView,
  { address: { search, sort, filters } }: ListSteps<BookingSort>,
): BookingFilters {
  return {
    _searchname: search === '' ? undefined : search,
    _boolpaid,
    _boolcompleted,
    ...sentFilters(filters, Date.now()),
    sort: sort === grammar.sorts[0] ? undefined : sort,
  };
}

/** What one books oneself, in another tab or on another device, comes to the front by itself. */
function useArrivalOfOwn(
  view: BookingListView,
  { address }: ListSteps<BookingSort>,
  wanted: boolean,
): void {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  useLiveNews((news) => {
    if (!wanted || news.type !== 'booking' || news.change !== 'made') return;
    if (news.booking.createdBy.id !== user?.id) return;
    if (judgeFor(view, address, news)?.is === 'arrived') dispatch(bookingAdded(news.booking));
  });
}
