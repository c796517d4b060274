import { z } from 'zod';
import { answer, figure, instant, pageQuery } from '../../answers.ts';
import { dayRange, withLimitedDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { exportFormatSchema, exportTypes } from '../../list-filters.ts';
import { exceptionKinds } from '../../payments.ts';
import { organisationSchema } from '../../places.ts';
import { ofOrganisation, statementSchema } from './statements.ts';

/**
 * The differences between our payments and the statements about one bill:
 * - `not in the statement`: we say it is paid, and no statement has it;
 * - `not in Hanya`: a statement has it, and no booking has the bill or its booking isn't paid;
 * - `other amount`: both have it, with different amounts;
 * - `twice in the statement`: a further line for a bill that had one;
 * - `other day`: both have it, one of them on a day that isn't compared here.
 */
export const differenceKinds = [
  'not in the statement',
  'not in Hanya',
  'other amount',
  'twice in the statement',
  'other day',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

const differenceSchema = z.strictObject({
  kind: z.enum(differenceKinds),
  gateway: z.string(),
  billRef: z.string(),
  /** Null where no booking has the bill. */
  booking: z
    .strictObject({ _id: z.string(), registration: z.string(), zone: z.string() })
    .nullable(),
  /** Our payment in naira, and the day it was confirmed; null where we have none. */
  ours: z.strictObject({ amount: z.number(), day: z.iso.date(), receipt: z.string() }).nullable(),
  /** The statement's line, and its day; null where it has none. */
  theirs: z.strictObject({ amount: z.number(), day: z.iso.date(), receipt: z.string() }).nullable(),
  /** Naira that it adds to the statements' sum compared with ours; negative where it takes away. */
  difference: z.number(),
  /** The last exception of the same bill; null where there is none. */
  exception: z
    .strictObject({ id: z.string(), kind: z.enum(exceptionKinds), open: z.boolean() })
    .nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

const dayRangeSchema = z.strictObject(dayRange);

/** A day of a gateway in three ways, in naira; null where no statement covers the day. */
const threeWaysSchema = z.strictObject({
  day: z.iso.date(),
  gateway: z.string(),
  /** Payments that were confirmed on that day. */
  ours: z.number(),
  gatewaySays: z.number().nullable(),
  /** By how much the gateway says more than Hanya. */
  gatewayDiffers: z.number().nullable(),
  bankSays: z.number().nullable(),
  /** By how much the bank says more than the gateway, or than Hanya where the gateway says nothing. */
  bankDiffers: z.number().nullable(),
  /** The moment since which a statement has shown a difference; null without one. */
  since: instant.nullable(),
});
export type ThreeWays = z.infer<typeof threeWaysSchema>;

/** Our payments compared with the statements, over the days that a statement covers, at one moment. */
export const differencesSchema = z.strictObject({
  organisation: organisationSchema,
  ...dayRange,
  /** Payments confirmed on days that a statement of their gateway covers. */
  ours: figure,
  /** Lines of those statements. */
  theirs: figure,
  /** Naira: the sum of the statements minus the sum of our payments. */
  difference: z.number(),
  /** The sum of the listed differences, in naira; `unexplained` is the rest. */
  explained: z.number(),
  unexplained: z.number(),
  kinds: z.array(
    z.strictObject({
      kind: z.enum(differenceKinds),
      count: z.number().int(),
      difference: z.number(),
    }),
  ),
  /** The days up to today that no statement covers. */
  withoutStatement: z.array(dayRangeSchema),
  /** Our payments of those days: there is nothing to compare them with. */
  uncompared: figure,
  /** Each day with money of each gateway; none for an account of one zone. */
  ways: z.array(threeWaysSchema),
  /** One page of them, by day. */
  differences: z.array(differenceSchema),
  total: z.number().int(),
  /**
   * The statements that cover some of these days; where two cover a day, the one that counts comes
   * first.
   */
  statements: z.array(statementSchema),
  /** The gateway whose statement can be fetched; null where there is none. */
  fetchable: z.string().nullable(),
  asAt: instant,
});
export type Differences = z.infer<typeof differencesSchema>;

/** Every difference between our payments and the statements, each listed by itself. */
export const readDifferences = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation/differences',
  permission: 'see reconciliation',
  audit: null,
  query: withLimitedDays(
    z.strictObject({
      ...dayRange,
      ...ofOrganisation,
      page: pageQuery.page,
      limit: pageQuery.limit.default(50),
    }),
  ),
  response: answer(differencesSchema),
});

/** All of the differences as a file. */
export const exportDifferences = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation/differences/export',
  permission: 'see reconciliation',
  audit: 'reconciliation.exported',
  query: withLimitedDays(
    z.strictObject({ ...dayRange, ...ofOrganisation, format: exportFormatSchema }),
  ),
  download: Object.values(exportTypes),
  response: z.string(),
});
