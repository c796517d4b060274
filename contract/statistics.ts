import { z } from 'zod';
import { answer, figure, instant } from './answers.ts';
import { dayRange, withLimitedDays } from './day-range.ts';
import { endpoint } from './endpoint.ts';
import { daysInOrder, daysReversed, placeAndDays, placeFilters } from './list-filters.ts';
import { offenceIdSchema } from './offences.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';

const ofOrganisation = z.strictObject({ organisation: organisationSchema.optional() });

/** Day, week from Monday, month and year, all in Africa/Lagos. */
export const statsSchema = z.strictObject({
  today: z.number(),
  week: z.number(),
  month: z.number(),
  year: z.number(),
});
export type Stats = z.infer<typeof statsSchema>;

/** Counts of the bookings made. */
export const bookingCounts = endpoint({
  method: 'GET',
  path: '/api/v1/booking/stat',
  permission: 'see the dashboard',
  audit: null,
  query: ofOrganisation,
  response: answer(statsSchema),
});

/** Naira of payments confirmed. */
export const bookingRevenue = endpoint({
  method: 'GET',
  path: '/api/v1/booking/rev',
  permission: 'see the dashboard',
  audit: null,
  query: ofOrganisation,
  response: answer(statsSchema),
});

/** The running periods that the counts speak of. */
export const periods = ['day', 'week', 'month', 'year'] as const;
export const periodSchema = z.enum(periods, 'Select day, week, month or year.');
export type Period = z.infer<typeof periodSchema>;

const bucketSchema = z.strictObject({
  /** Calendar days in Africa/Lagos, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The hour of that day, from 0 to 23; null where a bucket is a whole day or more. */
  hour: z.number().int().min(0).max(23).nullable(),
  /** Bookings made in it. */
  bookings: z.number().int(),
  /** Naira of payments confirmed in it. */
  revenue: z.number(),
  /** True until it is over. */
  running: z.boolean(),
  /** True until it begins. */
  future: z.boolean(),
});
export type Bucket = z.infer<typeof bucketSchema>;

const bookedOffenceCount = z.strictObject({
  /** The catalogue's id. */
  id: offenceIdSchema,
  /** The payment code. */
  code: z.string(),
  name: z.string(),
  /** Bookings of the period with this offence, each counted once. */
  count: z.number().int(),
  /** Naira that they were charged for it, paid or not. */
  naira: z.number(),
});
export type OffenceCount = z.infer<typeof bookedOffenceCount>;

/** The period that is running, bucket by bucket, and its most frequent offences. */
export const seriesSchema = z.strictObject({
  period: periodSchema,
  /** Calendar days in Africa/Lagos, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  buckets: z.array(bucketSchema),
  /**
   * Counted over the bookings whose rows the caller may see: for some roles the unpaid ones alone.
   */
  byOffence: z.array(bookedOffenceCount),
  asAt: instant,
});
export type Series = z.infer<typeof seriesSchema>;

/**
 * Bookings made and revenue confirmed over the running day, week from Monday, month and year, in
 * Africa/Lagos. The buckets are hours, days, days and months. They add up to the counts above.
 */
export const bookingSeries = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/series',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({ period: periodSchema, organisation: organisationSchema.optional() }),
  response: answer(seriesSchema),
});

/** The fate of the bookings that one officer made. */
const withdrawalsSchema = z.strictObject({
  officer: personSchema,
  /** Bookings that the officer made. */
  issued: z.number().int(),
  /** Bookings withdrawn since, and their sum in naira. */
  withdrawn: z.number().int(),
  naira: z.number(),
  /** `withdrawn` of `issued`, from 0 to 1. */
  rate: z.number().min(0).max(1),
});
export type Withdrawals = z.infer<typeof withdrawalsSchema>;

/**
 * Withdrawn bookings of officers, among those made from `from` to `to` (Africa/Lagos, both
 * included). The highest rate comes first, then the most withdrawn. Without `from`, the 365 days
 * that end with `to` or today.
 */
export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/withdrawals',
  permission: 'see withdrawals',
  audit: null,
  query: z.strictObject(placeAndDays).refine(daysInOrder, daysReversed),
  response: answer(z.array(withdrawalsSchema)),
});

/** The bookings that one officer made on one day (Africa/Lagos), in number and naira, by their state now. */
const cashUpSchema = z.strictObject({
  officer: personSchema,
  day: z.iso.date(),
  booked: figure,
  unpaid: figure,
  /** Paid, and not cleared. */
  ready: figure,
  cleared: figure,
  withdrawn: figure,
  /** Decided in court. */
  decided: figure,
});
export type CashUp = z.infer<typeof cashUpSchema>;

export const maxCashUpDays = 31;

/**
 * Answers what officers booked on each of these days (both included), and what came of it; the
 * latest day first. 400 for more than `maxCashUpDays`.
 */
export const listCashUp = endpoint({
  method: 'GET',
  path: '/api/v1/statistics/cash-up',
  permission: 'cash up',
  audit: null,
  query: withLimitedDays(
    z.strictObject({ ...dayRange, ...placeFilters }),
    maxCashUpDays,
    `Select at most ${maxCashUpDays} days.`,
  ),
  response: answer(z.array(cashUpSchema)),
});
