import { z } from 'zod';
import { flagFilter } from './answers.ts';
import { vehicleTypes } from './booking-fields.ts';
import {
  amountsInOrder,
  dayFilters,
  daysInOrder,
  daysReversed,
  placeFilters,
  searchFilter,
} from './list-filters.ts';
import { offenceIdSchema } from './offences.ts';
import { type OwedSpan, owedSpans } from './owed.ts';
import { requiredText } from './text.ts';

/** The dates of a booking that `from` and `to` may apply to. */
export const bookingMoments = ['made', 'paid', 'cleared'] as const;
export type BookingMoment = (typeof bookingMoments)[number];

/** A minus sorts in descending order: latest, highest or end of the alphabet first. */
export const bookingSorts = [
  '-createdAt',
  'createdAt',
  '-price',
  'price',
  'registration',
  '-registration',
  'zone',
  '-zone',
  'name',
  '-name',
] as const;
export type BookingSort = (typeof bookingSorts)[number];

/** Whole naira, up to 999,999,999. */
const nairaFilter = z.coerce
  .string()
  .regex(/^\d{1,9}$/, 'Enter an amount in whole naira, such as 5000.')
  .transform(Number);

/**
 * The filters of a list of bookings, its sum, its export, its address and its saved views. A
 * `price` lies from `min` to `max` (naira, both included). `offence` is an id of the catalogue.
 */
export const bookingNarrowing = {
  ...dayFilters,
  by: z.enum(bookingMoments, 'Select made, paid or cleared.').default('made'),
  ...placeFilters,
  offence: offenceIdSchema.optional(),
  vehicleType: z.enum(vehicleTypes, 'Select a vehicle type.').optional(),
  min: nairaFilter.optional(),
  max: nairaFilter.optional(),
  /**
   * Withdrawn bookings only, or none. Without it, a list narrowed by `_boolpaid` or
   * `_boolcompleted` leaves withdrawn bookings out.
   */
  withdrawn: flagFilter,
  /** Tickets that a court decided, or none; like `withdrawn` beside `_boolpaid` and `_boolcompleted`. */
  decided: flagFilter,
  /** Paid ones only, cleared or not; or those that aren't paid. */
  _boolpaid: flagFilter,
  /** Those that have a bill, or none. */
  billed: flagFilter,
  /** Unpaid ones whose due day is over, or all others. */
  overdue: flagFilter,
  /** Unpaid ones by how long their due day is over. */
  owed: z
    .enum(Object.keys(owedSpans) as [OwedSpan], 'Select how many days the booking is overdue.')
    .optional(),
  /** The id of the officer who made them. */
  bookedBy: requiredText(64, 'Enter the id of an officer.').optional(),
};

export const bookingSort = z.enum(bookingSorts, 'Select how to sort the list.');

export const bookingFilters = {
  _searchname: searchFilter.optional(),
  _boolcompleted: flagFilter,
  ...bookingNarrowing,
  sort: bookingSort.default('-createdAt'),
};

interface Ranges {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Adds to a schema of filters that `from` is not after `to` and `min` is not above `max`. */
export const withRangesInOrder = <Schema extends z.ZodType<Ranges>>(filters: Schema): Schema =>
  filters.refine(daysInOrder, daysReversed).refine(amountsInOrder, {
    path: ['min'],
    message: 'Enter a lowest amount that is no more than the highest.',
  });

/**
 * The change that may bring a booking into a list with these filters. The server decides if it then
 * belongs there.
 */
export function arrivalIn(filters: {
  readonly _boolpaid?: boolean | undefined;
  readonly _boolcompleted?: boolean | undefined;
  readonly withdrawn?: boolean | undefined;
  readonly decided?: boolean | undefined;
  readonly billed?: boolean | undefined;
  readonly by?: BookingMoment | undefined;
}): BookingMoment | 'withdrawn' | 'decided' | 'billed' {
  if (filters.withdrawn === true) return 'withdrawn';
  if (filters.decided === true) return 'decided';
  if (filters._boolcompleted === true) return 'cleared';
  if (filters._boolpaid === true) return 'paid';
  if (filters.billed === true) return 'billed';
  return filters.by ?? 'made';
}
