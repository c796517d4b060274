import type { Booking } from '#contract/bookings.ts';

/** How many bookings the live feed holds. */
export const feedLimit = 12;

/** The newest of them, newest first. */
export function latest(bookings: readonly Booking[]): Booking[] {
  return bookings
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id))
    .slice(0, feedLimit);
}
