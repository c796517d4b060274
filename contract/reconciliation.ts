import { z } from 'zod';
import { answer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import {
  dayFilters,
  daysInOrder,
  daysReversed,
  exportFormatSchema,
  exportTypes,
  zoneFilter,
} from './list-filters.ts';
import { offenceIdSchema } from './offences.ts';
import { organisationSchema } from './places.ts';

/** What the rows of a reconciliation stand for. A head is a revenue head: an offence's payment code. */
export const reconciledBy = ['day', 'zone', 'officer', 'head'] as const;
export type ReconciledBy = (typeof reconciledBy)[number];

/** The longest stretch of days that is reconciled at once. */
export const mostDays = 366;

const day = 24 * 60 * 60 * 1000;

/** How many calendar days there are from one to another, both included. */
export const dayCount = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day) + 1;

/** Calendar days in Africa/Lagos, both included. */
const stretch = {
  from: dayFilters.from.unwrap(),
  to: dayFilters.to.unwrap(),
};
interface Stretch {
  readonly from: string;
  readonly to: string;
}
const notTooLong = ({ from, to }: Stretch): boolean => dayCount(from, to) <= mostDays;
const tooLong = { path: ['to'], message: `Choose at most ${mostDays} days.` };

const count = z.number().int();
/** How many, and their naira. */
const figure = z.strictObject({ count, amount: z.number() });
export type Figure = z.infer<typeof figure>;

const figures = {
  /** Every booking made in these days: it belongs to the day it was made. */
  issued: figure,
  /** Those of `issued` that have a bill. */
  billed: figure,
  /** Those of `issued` that are paid by now, cleared or not. */
  paid: figure,
  /** Those of `paid` whose vehicle was let go. */
  cleared: figure,
  withdrawn: figure,
  /** Neither paid nor withdrawn. So issued = paid + outstanding + withdrawn, always. */
  outstanding: figure,
  /** Open exceptions of the bookings of `issued`. */
  exceptions: count,
  /** Money that was confirmed in these days, whenever its booking was made. */
  received: figure,
};

/**
 * A row of bookings, their prices in naira. By head it is one of offence lines instead: each line
 * stands as its booking does, with its own amount, and an exception counts for every head of its
 * booking, yet once in the total.
 */
const reconciliationRow = z.strictObject({
  /** Tells the rows apart: the day, the organisation and zone, the user's id, or the payment code. */
  key: z.string(),
  label: z.string(),
  /** What says more of the label: the role and zone of an officer, the offences of a head; or ''. */
  detail: z.string(),
  /** What a list of bookings is filtered by besides its days to show these; null where nothing does. */
  filter: z
    .strictObject({
      organisation: organisationSchema.optional(),
      zone: z.string().optional(),
      offence: offenceIdSchema.optional(),
    })
    .nullable(),
  ...figures,
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;

const totals = z.strictObject(figures);
export type Totals = z.infer<typeof totals>;

/** As at one moment. Rows of nothing are left out; days run from the first, others by what was issued. */
export const reconciliationSchema = z.strictObject({
  by: z.enum(reconciledBy),
  ...stretch,
  rows: z.array(reconciliationRow),
  total: totals,
  /** Open exceptions found in these days of money that no booking is known for: in no row. */
  withoutBooking: figure,
  asAt: z.iso.datetime(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

const reconciliationFilters = {
  ...stretch,
  by: z.enum(reconciledBy, 'Choose day, zone, officer or head.').default('day'),
  organisation: organisationSchema.optional(),
  zone: zoneFilter,
};

/** What became of the bookings of some days, and what money came in. */
export const readReconciliation = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation',
  permission: 'reconcile',
  audit: null,
  query: z
    .strictObject(reconciliationFilters)
    .refine(daysInOrder, daysReversed)
    .refine(notTooLong, tooLong),
  response: answer(reconciliationSchema),
});

/** The same rows and their total as a file. */
export const exportReconciliation = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation/export',
  permission: 'reconcile',
  audit: 'reconciliation.exported',
  query: z
    .strictObject({ ...reconciliationFilters, format: exportFormatSchema })
    .refine(daysInOrder, daysReversed)
    .refine(notTooLong, tooLong),
  download: Object.values(exportTypes),
  response: z.string(),
});

/** The largest file of a statement, and the most lines in it. */
export const statementLimit = 5 * 1024 * 1024;
export const mostLines = 50_000;
/** The longest stretch that a gateway is asked about at once. */
export const mostFetchedDays = 31;

/** What a gateway or the bank says it took. Days are Africa/Lagos, both included. */
export const statementSchema = z.strictObject({
  id: z.string(),
  organisation: organisationSchema,
  gateway: z.string(),
  ...stretch,
  source: z.enum(['fetched', 'sent']),
  sentBy: z.string(),
  sentAt: z.iso.datetime(),
  lines: count,
  /** Naira of all its lines. */
  amount: z.number(),
});
export type Statement = z.infer<typeof statementSchema>;

const ofOrganisation = {
  /** Whose it is; must be given by those who see several. */
  organisation: organisationSchema.optional(),
};

/**
 * Stores the bank's file as a statement. 400 names the line and the column that can't be read; 409
 * for a file that was sent before. `from` and `to` say which days it covers; else those from its
 * first line to its last. A statement covers days that are over.
 */
export const sendStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/statement',
  permission: 'reconcile',
  audit: 'statement.sent',
  body: z
    .strictObject({
      ...ofOrganisation,
      /** Whose takings it lists; else those of the organisation's own gateway. */
      gateway: z.string().max(40).optional(),
      from: dayFilters.from,
      to: dayFilters.to,
    })
    .refine(daysInOrder, daysReversed),
  files: [{ name: 'file', kind: 'statement', many: false }],
  response: answer(statementSchema),
});

/** Asks the gateway for its statement. 409 where it has none, 503 when it doesn't answer. */
export const fetchStatement = endpoint({
  method: 'POST',
  path: '/api/v1/reconciliation/fetch',
  permission: 'reconcile',
  audit: 'statement.fetched',
  body: z
    .strictObject({ ...ofOrganisation, ...stretch })
    .refine(daysInOrder, daysReversed)
    .refine(({ from, to }) => dayCount(from, to) <= mostFetchedDays, {
      path: ['to'],
      message: `Fetch at most ${mostFetchedDays} days at once.`,
    }),
  response: answer(statementSchema),
});

/**
 * How our payments and the statements differ, of one bill each:
 * - `not in the statement`: we say it is paid, and no statement has it;
 * - `not in Hanya`: the statement has it, and no booking has the bill or its booking isn't paid;
 * - `other amount`: both have it, with different amounts;
 * - `twice in the statement`: a further line for a bill that had one;
 * - `other day`: both have it, but one of the two on a day that isn't compared here.
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
  /** What we hold, in naira, and the day it was confirmed; null where we hold nothing. */
  ours: z.strictObject({ amount: z.number(), day: z.iso.date(), receipt: z.string() }).nullable(),
  /** What the statement says, and of which day; null where it says nothing. */
  theirs: z.strictObject({ amount: z.number(), day: z.iso.date(), receipt: z.string() }).nullable(),
  /** By how many naira it moves the statement's sum away from ours. */
  difference: z.number(),
});
export type Difference = z.infer<typeof differenceSchema>;

const dayRange = z.strictObject(stretch);

/** Payments against statements, of the days that a statement covers, as at one moment. */
export const differencesSchema = z.strictObject({
  organisation: organisationSchema,
  ...stretch,
  /** Payments confirmed on days that a statement of their gateway covers. */
  ours: figure,
  /** Lines of those statements. */
  theirs: figure,
  /** Naira: theirs less ours. */
  difference: z.number(),
  /** What the listed differences come to; `unexplained` is the rest. */
  explained: z.number(),
  unexplained: z.number(),
  kinds: z.array(z.strictObject({ kind: z.enum(differenceKinds), count, difference: z.number() })),
  /** Up to today. */
  withoutStatement: z.array(dayRange),
  /** Payments of those days, which can't be compared. */
  uncompared: figure,
  /** One page of them, by day. */
  differences: z.array(differenceSchema),
  total: count,
  /** The statements that reach into these days, the one that counts first. */
  statements: z.array(statementSchema),
  /** Whose statement can be fetched; null where there is none to fetch. */
  fetchable: z.string().nullable(),
  asAt: z.iso.datetime(),
});
export type Differences = z.infer<typeof differencesSchema>;

const differenceFilters = { ...stretch, ...ofOrganisation };

/** Every difference between our payments and the statements: listed, never summed away. */
export const readDifferences = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation/differences',
  permission: 'reconcile',
  audit: null,
  query: z
    .strictObject({
      ...differenceFilters,
      page: pageQuery.page,
      limit: pageQuery.limit.default(50),
    })
    .refine(daysInOrder, daysReversed)
    .refine(notTooLong, tooLong),
  response: answer(differencesSchema),
});

/** All of the differences as a file. */
export const exportDifferences = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation/differences/export',
  permission: 'reconcile',
  audit: 'reconciliation.exported',
  query: z
    .strictObject({ ...differenceFilters, format: exportFormatSchema })
    .refine(daysInOrder, daysReversed)
    .refine(notTooLong, tooLong),
  download: Object.values(exportTypes),
  response: z.string(),
});
