import { records } from '#contract/records.ts';
import { useMay } from '#web/api/store-hooks.ts';

/** The list of all bookings that a role may see: for some roles that is the list of unpaid ones. */
export function bookingsPath(seesPaid: boolean): string {
  return seesPaid ? records.booking.screen : '/unpaid';
}

/** The bookings that an officer made. */
export const bookingsOf = (officer: string): string =>
  `${records.booking.screen}?bookedBy=${officer}`;

/** `bookingsPath` for the signed-in user, and what that list holds: bookings, or unpaid ones. */
export function useOwnBookings(): { path: string; noun: string } {
  const seesPaid = useMay('see paid bookings');
  return { path: bookingsPath(seesPaid), noun: seesPaid ? 'booking' : 'unpaid booking' };
}
