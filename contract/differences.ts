import { z } from 'zod';
import { answer, figure, instant, pageQuery } from './answers.ts';
import { dayRange, withLimitedDays } from './day-range.ts';
import { endpoint } from './endpoint.ts';
import { exportFormatSchema, exportTypes } from './list-filters.ts';
import { organisationSchema } from './places.ts';
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
});
export type Difference = z.infer<typeof differenceSchema>;

const dayRangeSchema = z.strictObject(dayRange);

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
  permission: 'reconcile',
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
  permission: 'reconcile',
  audit: 'reconciliation.exported',
  query: withLimitedDays(
    z.strictObject({ ...dayRange, ...ofOrganisation, format: exportFormatSchema }),
  ),
  download: Object.values(exportTypes),
  response: z.string(),
});
