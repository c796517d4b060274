import type { BookingQuery } from './slice.ts';

type Filter = Pick<BookingQuery, '_boolpaid' | '_boolcompleted'>;

/** One of the three booking lists: what it asks for and what it says. */
export interface BookingListView {
  title: string;
  filter: Filter;
  /** Under "No items found" while there is no booking at all. */
  nothingYet: string;
  /** Set when a new booking would come to this list. */
  offersBooking: boolean;
}

export const unpaidView: BookingListView = {
  title: 'Unpaid Bookings',
  filter: { _boolpaid: 'false' },
  nothingYet: 'There are no unpaid bookings yet.',
  offersBooking: true,
};

export const paidView: BookingListView = {
  title: 'Paid Bookings',
  filter: { _boolpaid: 'true', _boolcompleted: 'false' },
  nothingYet: 'No paid booking waits for clearance.',
  offersBooking: false,
};

export const completedView: BookingListView = {
  title: 'Completed Bookings',
  filter: { _boolcompleted: 'true' },
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
