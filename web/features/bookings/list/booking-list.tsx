import { type ComponentType, type ReactNode, useState } from 'react';
import { z } from 'zod';
import {
  arrivalIn,
  type BookingMoment,
  bookingNarrowing,
  type BookingSort,
} from '#contract/booking-filters.ts';
import { type Booking, listBookings as listEndpoint } from '#contract/bookings.ts';
import { nounsOf } from '#contract/records.ts';
import type { ViewScreen } from '#contract/views.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useDispatch, useMay } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import type { Heard } from '#web/lists/news.ts';
import { RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import type { LiveNews } from '#web/live/events.ts';
import { LazyWaitingRows } from '#web/records/lazy-waiting-rows.tsx';
import { NewRecordButton } from '#web/records/new-record-button.tsx';
import { Slot } from '#web/records/slot.tsx';
import type { ChosenTicket } from '#web/records/waiting-rows.tsx';
import { IconTicket } from '#web/ui/icons.ts';
import { BookingCard, bookingColumns, usualColumns } from '../booking-columns.tsx';
import { bookingName } from '../booking-words.ts';
import { LazyBookingDetail } from '../detail/lazy-booking-detail.tsx';
import type { KeptUnpaidProps } from '../kept-unpaid.tsx';
import {
  bookingAdded,
  type BookingFilters,
  type BookingQuery,
  fetchBookings,
  listBookings,
  useBookingParts,
} from '../slice.ts';
import { useBookingFilters } from './booking-filters.tsx';

const sorts: Record<BookingSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-price': 'Highest amount first',
  price: 'Lowest amount first',
  registration: 'Vehicle registration, A to Z',
  '-registration': 'Vehicle registration, Z to A',
  zone: 'Zone, A to Z',
  '-zone': 'Zone, Z to A',
  name: 'Driver name, A to Z',
  '-name': 'Driver name, Z to A',
};

interface BookingView {
  title: string;
  screen: ViewScreen;
  /** The stage that its bookings are in; without one, withdrawn and decided bookings are listed too. */
  state: Pick<BookingFilters, '_boolpaid' | '_boolcompleted'>;
  /** The dates that its days can filter by, the usual one first. */
  moments: Partial<Record<BookingMoment, string>>;
  /** Follows the sum of the prices, such as "to pay". */
  sumWords: string;
  /** Shown under "No items found" while there is no booking at all. */
  nothingYet: string;
  /** True if an empty list offers to make a booking: not where a new one wouldn't be listed. */
  offersBooking: boolean;
}

const everyMoment = { made: 'Made', paid: 'Paid', cleared: 'Cleared' };

const narrowingByState = z.object(bookingNarrowing).omit({
  withdrawn: true,
  decided: true,
  _boolpaid: true,
  billed: true,
  overdue: true,
  owed: true,
}).shape;

const { overdue, owed } = bookingNarrowing;
const narrowingOfUnpaid = { ...narrowingByState, overdue, owed };

interface BookingListOf
  extends
    RecordListOf<Booking, BookingFilters, BookingSort, typeof bookingNarrowing>,
    Pick<BookingView, 'offersBooking'> {}

const listOf = ({ state, sumWords, nothingYet, ...view }: BookingView): BookingListOf => ({
  ...view,
  nouns: nounsOf('booking'),
  searched: 'plate, name, phone, reference, street',
  narrowing:
    state._boolpaid === false
      ? narrowingOfUnpaid
      : Object.keys(state).length > 0
        ? narrowingByState
        : bookingNarrowing,
  sorts,
  columns: bookingColumns,
  usualColumns,
  renderCard: (booking, onOpen) => <BookingCard booking={booking} onOpen={onOpen} />,
  nameOf: bookingName,
  asks: ({ search, ...filters }) => ({ _searchname: search, ...state, ...filters }),
  useRows: (query) => useBookingRows(query, sumWords),
  useFilters: useBookingFilters,
  mayExport: 'export lists',
  fetchFile: fetchBookings,
  fetchChosen: fetchBookings,
  chosenActions: (ids) => <Slot name="chosen bookings" ids={ids} />,
  empty: {
    heading: 'No items found',
    icon: <IconTicket size={30} stroke={1.5} />,
    words: nothingYet,
  },
});

export const unpaidBookings = listOf({
  title: 'Unpaid Bookings',
  screen: 'unpaid',
  state: { _boolpaid: false },
  moments: { made: 'Made' },
  sumWords: 'to pay',
  nothingYet: 'There are no unpaid bookings yet.',
  offersBooking: true,
});

export const paidBookings = listOf({
  title: 'Paid Bookings',
  screen: 'paid',
  state: { _boolpaid: true, _boolcompleted: false },
  moments: { made: 'Made', paid: 'Paid' },
  sumWords: 'paid',
  nothingYet: 'There are no paid bookings to clear.',
  offersBooking: false,
});

export const completedBookings = listOf({
  title: 'Completed Bookings',
  screen: 'completed',
  state: { _boolcompleted: true },
  moments: everyMoment,
  sumWords: 'paid',
  nothingYet: 'No vehicle has been cleared yet.',
  offersBooking: false,
});

/** The bookings of every stage: figures and the bars of charts lead here. */
export const allBookings = listOf({
  title: 'All bookings',
  screen: 'bookings',
  state: {},
  moments: everyMoment,
  sumWords: 'in all',
  nothingYet: 'There are no bookings yet.',
  offersBooking: true,
});

/** The bookings in the store, and what the live stream says about them. */
function useBookingRows(query: BookingQuery, sumWords: string) {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const parts = useBookingParts('all', 'loadedQuery', 'paginate', 'new', 'sum');
  const { all, loadedQuery, paginate, new: newest, sum } = parts;
  return {
    ask: (asked: BookingQuery, signal: AbortSignal) => listBookings(dispatch, asked, signal),
    rows: all,
    answered: loadedQuery,
    paginate,
    newest: newest?._id,
    sum: sum === null ? undefined : `${naira(sum)} ${sumWords}`,
    news: {
      hear: (news: LiveNews) => heardOf(news, query),
      findAmong: async (ids: readonly string[]) => {
        const among = { ...query, ids: ids.join(), page: 1, limit: ids.length };
        return (await call(listEndpoint, { query: among })).data;
      },
      // The user's own bookings, made in another tab or on another device, are shown at once.
      onArrival: (arrived: readonly Booking[]) => {
        const newestFirst = query.page === 1 && query.sort === undefined;
        if (!newestFirst || arrivalIn(query) !== 'made') return;
        const own = arrived.filter(({ createdBy }) => createdBy.id === user?.id);
        for (const booking of own) dispatch(bookingAdded(booking));
      },
    },
  };
}

/** The meaning of news for a list with these filters; a bill changes only what asks for bills. */
function heardOf(news: LiveNews, filters: BookingFilters): Heard | null {
  if (news.type === 'gone') return { id: news.id, change: 'gone' };
  if (news.type !== 'booking') return null;
  if (news.change === 'billed' && filters.billed === undefined) return null;
  const id = news.booking._id;
  return { id, change: news.change === arrivalIn(filters) ? 'may bring' : 'may take' };
}

interface BookingListProps {
  of: BookingListOf;
  /** Shown beside the list on wide screens, above it otherwise. */
  aside?: ReactNode;
  /** Shown in place of a list that can't be read, to whoever books. */
  Kept?: ComponentType<KeptUnpaidProps>;
}

/** A list of bookings, with the one that is open over it. */
export function BookingList({ of, aside, Kept }: BookingListProps) {
  const mayBook = useMay('book');
  /** As it was when it was chosen: it may be received, and leave the phone, while it is shown. */
  const [ticket, setTicket] = useState<ChosenTicket | null>(null);
  return (
    <>
      {of.offersBooking && mayBook && (
        <LazyWaitingRows
          kind="booking"
          onTicket={setTicket}
          actionOf={(id) => <Slot name="ticket of a booking" id={id} />}
        />
      )}
      {ticket && <Slot name="stored ticket" {...ticket} onClose={() => setTicket(null)} />}
      <RecordList
        of={of}
        aside={aside}
        instead={
          Kept && mayBook ? (search) => <Kept search={search} onTicket={setTicket} /> : undefined
        }
        emptyAction={of.offersBooking && mayBook ? <NewRecordButton kind="booking" /> : undefined}
      >
        {({ address, close }, { reload }) => (
          <LazyBookingDetail id={address.open} onClose={close} onChanged={reload} />
        )}
      </RecordList>
    </>
  );
}
