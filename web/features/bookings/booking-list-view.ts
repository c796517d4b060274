import type { Booking } from '#contract/bookings.ts';
import type { Verdict } from '#web/lib/list-news.ts';
import type { LiveNews } from '#web/lib/live.ts';
import type { BookingQuery } from './slice.ts';

type Filter = Pick<BookingQuery, '_boolpaid' | '_boolcompleted'>;

/** One of the three booking lists: what it asks for and what it says. */
export interface BookingListView {
  title: string;
  filter: Filter;
  /** The change that brings a booking into this list. */
  arrival: 'made' | 'paid' | 'cleared';
  /** Under "No items found" while there is no booking at all. */
  nothingYet: string;
  /** Set when a new booking would come to this list. */
  offersBooking: boolean;
}

export const unpaidView: BookingListView = {
  title: 'Unpaid Bookings',
  filter: { _boolpaid: 'false' },
  arrival: 'made',
  nothingYet: 'There are no unpaid bookings yet.',
  offersBooking: true,
};

export const paidView: BookingListView = {
  title: 'Paid Bookings',
  filter: { _boolpaid: 'true', _boolcompleted: 'false' },
  arrival: 'paid',
  nothingYet: 'No paid booking waits for clearance.',
  offersBooking: false,
};

export const completedView: BookingListView = {
  title: 'Completed Bookings',
  filter: { _boolcompleted: 'true' },
  arrival: 'cleared',
  nothingYet: 'No vehicle has been cleared yet.',
  offersBooking: false,
};

/** Whether rows that answer `query` belong to this list, whatever their page or search. */
export function isOfView(query: BookingQuery | null, view: BookingListView): boolean {
  return (
    query !== null &&
    query._boolpaid === view.filter._boolpaid &&
    query._boolcompleted === view.filter._boolcompleted
  );
}

/** What live news means for a list that is searched for `search` ('' for all). */
export function judgeFor(view: BookingListView, search: string, news: LiveNews): Verdict | null {
  if (news.type === 'gone') return { id: news.id, is: 'left' };
  if (news.type !== 'booking') return null;
  const { booking, change } = news;
  if (!belongsTo(view, booking)) return { id: booking._id, is: 'left' };
  const arrives = change === view.arrival && matches(booking, search);
  return arrives ? { id: booking._id, is: 'arrived' } : null;
}

function belongsTo({ filter }: BookingListView, { paid, completed }: Booking): boolean {
  const isAs = (wanted: 'true' | 'false' | undefined, is: boolean) =>
    wanted === undefined || (wanted === 'true') === is;
  return isAs(filter._boolpaid, paid) && isAs(filter._boolcompleted, completed);
}

function matches(booking: Booking, search: string): boolean {
  const { name, registration, phoneNo, license, _id, billRef } = booking;
  const text = [name, registration, phoneNo, license, _id, billRef ?? ''].join('\n');
  return text.toLowerCase().includes(search.toLowerCase());
}
