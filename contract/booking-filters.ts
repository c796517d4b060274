import { z } from 'zod';
import { flagFilter } from './answers.ts';
import { vehicleTypes } from './booking-fields.ts';
import { dayFilters, searchFilter, zoneFilter } from './list-filters.ts';
import { offenceIdSchema } from './offences.ts';
import { organisationSchema } from './places.ts';
import { requiredText } from './text.ts';

/** Which moment of a booking `from` and `to` speak of. */
export const bookingMoments = ['made', 'paid', 'cleared'] as const;
export type BookingMoment = (typeof bookingMoments)[number];

/** A minus puts the latest, the highest, or the end of the alphabet first. */
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
 * The filters of every list of bookings, its sum and its export. A booking has a `price` from `min`
 * to `max` (naira, both included) and at least one offence with the catalogue's id `offence`.
 */
export const bookingFilters = {
  _searchname: searchFilter.optional(),
  _boolpaid: flagFilter,
  _boolcompleted: flagFilter,
  /** Only withdrawn ones, or none. A list of paid or unpaid, completed or not, has none unless asked. */
  withdrawn: flagFilter,
  /** The id of the officer who made them. */
  bookedBy: requiredText(64, 'Name an officer by their id.').optional(),
  organisation: organisationSchema.optional(),
  ...dayFilters,
  by: z.enum(bookingMoments, 'Choose made, paid or cleared.').default('made'),
  zone: zoneFilter,
  offence: offenceIdSchema.optional(),
  vehicleType: z.enum(vehicleTypes, 'Choose a type of vehicle.').optional(),
  min: nairaFilter.optional(),
  max: nairaFilter.optional(),
  sort: z.enum(bookingSorts, 'Choose how the list is sorted.').default('-createdAt'),
};

interface Amounts {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Whether `min` is not above `max`. */
export const amountsInOrder = ({ min, max }: Amounts): boolean =>
  min === undefined || max === undefined || min <= max;

export const amountsReversed = {
  path: ['min'],
  message: 'The lowest amount is above the highest. Change one of them.',
};
