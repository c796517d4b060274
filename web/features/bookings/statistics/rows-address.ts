import type { BookingMoment } from '#contract/booking-filters.ts';
import { mondayOf } from '#contract/periods.ts';
import type { Organisation } from '#contract/places.ts';
import type { Period } from '#contract/statistics.ts';
import { callAddress } from '#web/api/call-address.ts';
import { bookingsPath } from '#web/records/addresses/bookings-path.ts';

interface CountedBookings {
  by: BookingMoment;
  /** Calendar days in Africa/Lagos, both included. */
  from: string;
  to: string;
  organisation: Organisation;
  /** The catalogue's id. */
  offence?: string;
  /** For roles that see unpaid bookings only. */
  unpaid?: boolean;
}

/** The address of the list with the bookings that a figure counts. */
export function rowsAddress(counted: CountedBookings): string {
  const { by, from, to, offence, organisation, unpaid = false } = counted;
  return callAddress(bookingsPath(!unpaid), {}, { by, from, to, offence, organisation });
}

/** The first day of the period that a day belongs to. */
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
