import {
  bookingMoments,
  bookingSorts,
  type BookingMoment,
  type BookingSort,
} from '#contract/booking-filters.ts';
import type { Booking } from '#contract/bookings.ts';
import type { ViewScreen } from '#contract/views.ts';
import { daysOf, filterNames, type FilterName, type ListFilters } from '#web/lists/filters.ts';
import type { ListGrammar } from '#web/lists/query.ts';
import type { Verdict } from '#web/lists/news.ts';
import type { LiveNews } from '#web/live/events.ts';
import { dateOf, type Instant } from '#web/format/time.ts';
import { bookingColumnKeys, usualColumns } from './booking-column-keys.ts';
import type { BookingQuery } from './slice.ts';

type State = Pick<BookingQuery, '_boolpaid' | '_boolcompleted'>;

/** One of the booking lists: what it asks for and what it says. */
export interface BookingListView {
  title: string;
  screen: ViewScreen;
  /** The state of its bookings. */
  filter: State;
  /** What the address may say. */
  grammar: ListGrammar<BookingSort>;
  /** After the sum of its prices, such as "to pay". */
  sumIs: string;
  /** Under "No items found" while there is no booking at all. */
  nothingYet: string;
  /** Set when a new booking would come to this list. */
  offersBooking: boolean;
}

/** Those of the lists by state, which have no withdrawn ones. */
const filtersByState: readonly FilterName[] = filterNames.filter((name) => name !== 'withdrawn');

const grammarWith = (
  moments: readonly BookingMoment[],
  filters = filtersByState,
): ListGrammar<BookingSort> => ({
  filters,
  moments,
  sorts: bookingSorts,
  columns: bookingColumnKeys,
  usualColumns,
});

export const unpaidView: BookingListView = {
  title: 'Unpaid Bookings',
  screen: 'unpaid',
  filter: { _boolpaid: 'false' },
  grammar: grammarWith(['made']),
  sumIs: 'to pay',
  nothingYet: 'There are no unpaid bookings yet.',
  offersBooking: true,
};

export const paidView: BookingListView = {
  title: 'Paid Bookings',
  screen: 'paid',
  filter: { _boolpaid: 'true', _boolcompleted: 'false' },
  grammar: grammarWith(['made', 'paid']),
  sumIs: 'paid',
  nothingYet: 'No paid booking waits for clearance.',
  offersBooking: false,
};

export const completedView: BookingListView = {
  title: 'Completed Bookings',
  screen: 'completed',
  filter: { _boolcompleted: 'true' },
  grammar: grammarWith(bookingMoments),
  sumIs: 'paid',
  nothingYet: 'No vehicle has been cleared yet.',
  offersBooking: false,
};

/** Whatever their state: what a figure or a bar of a chart leads to. */
export const allView: BookingListView = {
  title: 'All Bookings',
  screen: 'bookings',
  filter: {},
  grammar: grammarWith(bookingMoments, filterNames),
  sumIs: 'in all',
  nothingYet: 'No booking has been made yet.',
  offersBooking: true,
};

/** What a list is searched for ('' for all) and narrowed to. */
export interface Sought {
  search: string;
  filters: ListFilters;
}

/** What live news means for a list that shows what is sought, at `now`. */
export function judgeFor(
  view: BookingListView,
  sought: Sought,
  news: LiveNews,
  now: Instant = Date.now(),
): Verdict | null {
  if (news.type === 'gone') return { id: news.id, is: 'left' };
  if (news.type !== 'booking') return null;
  const { booking, change } = news;
  if (!belongsTo(view, sought.filters, booking)) return { id: booking._id, is: 'left' };
  const arrives = change === arrivalOf(view, sought.filters) && matches(booking, sought, now);
  return arrives ? { id: booking._id, is: 'arrived' } : null;
}

/** The change that brings a booking into the list. */
function arrivalOf(
  { filter }: BookingListView,
  { by, withdrawn }: ListFilters,
): BookingMoment | 'withdrawn' {
  if (withdrawn === 'true') return 'withdrawn';
  if (filter._boolcompleted === 'true') return 'cleared';
  if (filter._boolpaid === 'true') return 'paid';
  return by ?? 'made';
}

function belongsTo(
  { filter }: BookingListView,
  { withdrawn }: ListFilters,
  { paid, completed, withdrawal }: Booking,
): boolean {
  const isAs = (wanted: 'true' | 'false' | undefined, is: boolean) =>
    wanted === undefined || (wanted === 'true') === is;
  const byState = filter._boolpaid !== undefined || filter._boolcompleted !== undefined;
  return (
    isAs(filter._boolpaid, paid) &&
    isAs(filter._boolcompleted, completed) &&
    isAs(byState ? 'false' : withdrawn, withdrawal !== null)
  );
}

/** Whether a booking is among those that are sought. */
function matches(booking: Booking, { search, filters }: Sought, now: Instant): boolean {
  const { organisation, zone, offence, vehicleType, min, max, bookedBy } = filters;
  return (
    holds(booking, search) &&
    (organisation === undefined || booking.organisation === organisation) &&
    (zone === undefined || booking.zone === zone) &&
    (offence === undefined || booking.offence.some(({ id }) => id === offence)) &&
    (vehicleType === undefined || booking.vehicleType === vehicleType) &&
    (bookedBy === undefined || booking.createdBy.id === bookedBy) &&
    (min === undefined || booking.price >= min) &&
    (max === undefined || booking.price <= max) &&
    isWithin(booking, filters, now)
  );
}

function isWithin(booking: Booking, filters: ListFilters, now: Instant): boolean {
  const { from, to } = daysOf(filters, now);
  if (from === undefined && to === undefined) return true;
  const { by = 'made' } = filters;
  const moments = { made: booking.createdAt, paid: booking.paidAt, cleared: booking.completedAt };
  const moment = moments[by];
  if (moment === null) return false;
  const day = dateOf(moment);
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

/** A plate as it is spelt without spaces and hyphens, and O and I for 0 and 1. */
const spelling = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1');

function holds(booking: Booking, search: string): boolean {
  const { name, registration, phoneNo, license, _id, billRef } = booking;
  const parts = [name, registration, phoneNo, license, _id, billRef ?? ''];
  if (parts.join('\n').toLowerCase().includes(search.toLowerCase())) return true;
  const spelt = spelling(search);
  return spelt !== '' && parts.slice(1).some((part) => spelling(part).includes(spelt));
}
