import type { BookingMoment } from '#contract/booking-filters.ts';
import type { Organisation } from '#contract/places.ts';
import type { Period } from '#contract/statistics.ts';
import { bookingsPath } from '#web/records/bookings-path.ts';
import { mondayOf } from '#web/format/calendar.ts';
import { callAddress } from '#web/api/call-address.ts';

export interface Rows {
  by: BookingMoment;
  /** Calendar days in Africa/Lagos, both included. */
  from: string;
  to: string;
  organisation: Organisation;
  /** The catalogue's id. */
  offence?: string;
  /** Of whom sees unpaid bookings alone. */
  unpaid?: boolean;
}

/** The address of the bookings behind a figure. */
export function rowsAddress({ by, from, to, offence, organisation, unpaid = false }: Rows): string {
  return callAddress(bookingsPath(!unpaid), {}, { by, from, to, offence, organisation });
}

/** The first day of the period that is running on a day. */
export function firstDayOf(period: Period, today: string): string {
  switch (period) {
    case 'day':
      return today;
    case 'week':
      return mondayOf(today);
    case 'month':
      return `${today.slice(0, 8)}01`;
    case 'year':
      return `${today.slice(0, 5)}01-01`;
  }
}
