import { z } from 'zod';
import { bookingNarrowing, bookingSort, withRangesInOrder } from './booking-filters.ts';
import { collisionNarrowing, collisionSort } from './collisions.ts';
import { daysInOrder, daysReversed } from './list-filters.ts';
import { ofEveryList } from './list-views.ts';

/** The names that the address of a list of bookings holds, each with its text. */
export const bookingView = withRangesInOrder(
  z.strictObject({ ...ofEveryList, ...bookingNarrowing, sort: bookingSort.optional() }),
);

export const collisionView = z
  .strictObject({ ...ofEveryList, ...collisionNarrowing, sort: collisionSort.optional() })
  .refine(daysInOrder, daysReversed);
