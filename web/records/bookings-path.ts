import { useMay } from '#web/api/store-hooks.ts';

/** The list of every booking that somebody may see: for some roles that is the unpaid ones alone. */
export function bookingsPath(seesPaid: boolean): string {
  return seesPaid ? '/bookings' : '/unpaid';
}

/** `bookingsPath` for the signed-in person, and what is counted there: bookings, or unpaid ones. */
export function useOwnBookings(): { path: string; noun: string } {
  const seesPaid = useMay('see paid bookings');
  return { path: bookingsPath(seesPaid), noun: seesPaid ? 'booking' : 'unpaid booking' };
}
