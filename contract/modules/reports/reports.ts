import { z } from 'zod';
import { answer, instant } from '../../answers.ts';
import {
  dayCount,
  dayRange,
  type DayRange,
  maxReconciledDays,
  withLimitedDays,
} from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { dayFilters, daysInOrder, daysReversed, placeFilters } from '../../list-filters.ts';
import { daysOfPeriod, type Period, periods } from '../../periods.ts';
import { todayInLagos } from '../../sentences.ts';
import { requiredText } from '../../text.ts';
import {
  brokenOf,
  crossAxes,
  crossColumns,
  crossMeasures,
  isKeyOf,
  whyNotCrossed,
} from './cross-tables.ts';

interface ReportType {
  /** In the overview. */
  readonly code: string;
  readonly title: string;
  /** Of days, or of this moment. */
  readonly isOfDays: boolean;
  /** Two people close it. */
  readonly isClosed?: true;
  /** It can be of the tickets of one officer. */
  readonly isOfOfficers?: true;
}

/**
 * The seven types of the overview and the cross table, each as its address spells it. A cross table
 * is made of what the others keep, and nobody can make a Snapshot of a day that is over: so neither
 * is closed.
 */
const types = {
  snapshot: { code: 'Snapshot', title: 'Where things stand', isOfDays: false },
  standard: {
    code: 'Standard',
    title: 'What happened in the period',
    isOfDays: true,
    isClosed: true,
    isOfOfficers: true,
  },
  'f-and-a': {
    code: 'F&A',
    title: 'Money received, by revenue head',
    isOfDays: true,
    isClosed: true,
  },
  'b-and-p': {
    code: 'B&P',
    title: 'Bookings and payments, by offence',
    isOfDays: true,
    isClosed: true,
    isOfOfficers: true,
  },
  unp: {
    code: 'UNP',
    title: 'Unpaid tickets, by age',
    isOfDays: false,
    isClosed: true,
    isOfOfficers: true,
  },
  e: { code: 'E', title: 'Payments through the gateways', isOfDays: true, isClosed: true },
  er: { code: 'ER', title: 'Payments compared with statements', isOfDays: true, isClosed: true },
  cross: {
    code: 'Cross',
    title: 'One figure in a table of your own',
    isOfDays: true,
    isOfOfficers: true,
  },
} as const satisfies Readonly<Record<string, ReportType>>;
export type ReportKind = keyof typeof types;

export const reportTypes: Readonly<Record<ReportKind, ReportType>> = types;
export const reportKinds = Object.keys(types) as [ReportKind, ...ReportKind[]];

export const isClosed = (kind: ReportKind): boolean => reportTypes[kind].isClosed ?? false;
export const isOfOfficers = (kind: ReportKind): boolean => reportTypes[kind].isOfOfficers ?? false;

export const reportSteps = ['day', 'week', 'month', 'year'] as const;
export type ReportStep = (typeof reportSteps)[number];

/** The rows of `standard` where none are chosen: some thirty at most. */
export function usualStep({ from, to }: DayRange): ReportStep {
  const days = dayCount(from, to);
  if (days <= 31) return 'day';
  return days <= 100 ? 'week' : 'month';
}

/** Counts are whole; naira have two decimals; days are `YYYY-MM-DD` and moments UTC. */
export const cellKinds = ['text', 'count', 'naira', 'percent', 'day', 'moment'] as const;
export type CellKind = (typeof cellKinds)[number];

/** Null says that there is nothing to tell, as a share of nothing. */
export const cellSchema = z.union([z.string(), z.number(), z.null()]);
export type ReportCell = z.infer<typeof cellSchema>;

const rowSchema = z.strictObject({
  cells: z.array(cellSchema),
  /** For each cell the address of the list that it counts; null where there is none. */
  opens: z.array(z.string().nullable()),
});
export type ReportRow = z.infer<typeof rowSchema>;

const tableSchema = z.strictObject({
  title: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), kind: z.enum(cellKinds) })),
  rows: z.array(rowSchema),
  total: rowSchema.nullable(),
  /** The number of all rows, where `rows` are only the first of them. */
  of: z.number().int(),
  /** It says what a reader must know of the table; may be ''. */
  note: z.string(),
});
export type ReportTable = z.infer<typeof tableSchema>;

/** Two sums that must be the same. */
const checkSchema = z.strictObject({
  says: z.string(),
  unit: z.enum(['count', 'naira']),
  left: z.number(),
  right: z.number(),
});
export type ReportCheck = z.infer<typeof checkSchema>;

export const holds = ({ left, right }: ReportCheck): boolean => left === right;

/** As at one moment. Days are in Africa/Lagos, both included; null for a report of this moment. */
export const reportSchema = z.strictObject({
  kind: z.enum(reportKinds),
  /** Names its data: two reports that say the same have the same number. */
  number: z.string(),
  /** The reader's own scope, narrowed as asked: whose figures these are. */
  place: z.string(),
  /** The name of the officer whose tickets alone are counted. */
  officer: z.string().optional(),
  days: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  tables: z.array(tableSchema),
  checks: z.array(checkSchema),
  notes: z.array(z.string()),
  madeBy: z.string(),
  asAt: instant,
});
export type Report = z.infer<typeof reportSchema>;

const asked = {
  kind: z.enum(reportKinds, 'Select a report.'),
  ...dayFilters,
  ...placeFilters,
  /** The rows of `standard`; `usualStep` without it. */
  by: z.enum(reportSteps, 'Select day, week, month or year.').optional(),
  /** The id of the officer whose tickets alone are counted, where `isOfOfficers`. */
  officer: requiredText(64, 'Enter the id of an officer.').optional(),
  /** Of `unp` alone: the day at whose end it stands, such as the last of a year; today without it. */
  at: dayFilters.to,
  /** Of `cross` alone, which needs `rows` and `measure`. */
  rows: isKeyOf(crossAxes, 'Select what the rows show.').optional(),
  columns: isKeyOf(crossColumns, 'Select what the columns show.').optional(),
  measure: isKeyOf(crossMeasures, 'Select what to count.').optional(),
};

type Asked = z.infer<z.ZodObject<typeof asked>>;

/** Each kind takes its own fields. */
function whyNotAsked({ kind, from, to, rows, measure, ...more }: Asked) {
  const isCross = kind === 'cross';
  const broken = brokenOf({
    officer: {
      'Remove the officer. This report is not for one officer.':
        more.officer !== undefined && !isOfOfficers(kind),
    },
    at: {
      'Select the end of a day only for UNP.': more.at !== undefined && kind !== 'unp',
      'Select today or an earlier day.': more.at !== undefined && more.at > todayInLagos(),
    },
    rows: {
      'Select rows, columns and a figure only for a cross table.':
        !isCross && (rows ?? more.columns ?? measure) !== undefined,
      'Select what the rows show.': isCross && rows === undefined,
    },
    measure: { 'Select what to count.': isCross && measure === undefined },
  });
  if (broken || !rows || !measure || !from || !to) return broken;
  return whyNotCrossed({ ...more, rows, measure, from, to });
}

const withItsDays = <Schema extends z.ZodType<Asked>>(schema: Schema): Schema =>
  schema
    .refine(daysInOrder, daysReversed)
    .refine(({ kind, from, to }) => !reportTypes[kind].isOfDays || (from && to), {
      path: ['from'],
      message: 'Select the first and the last day of the report.',
    })
    .refine(({ from, to }) => !from || !to || dayCount(from, to) <= maxReconciledDays, {
      path: ['to'],
      message: `Select at most ${maxReconciledDays} days.`,
    })
    .superRefine((given, context) => {
      const why = whyNotAsked(given);
      if (why) context.addIssue({ code: 'custom', path: [why.field], message: why.sentence });
    });

/**
 * A report that is saved: as `readReport` takes it, its days also as a period, which is counted from
 * the day on which it is opened.
 */
export const savedReport = z
  .strictObject({ ...asked, period: z.enum(periods, 'Select a period.').optional() })
  .superRefine((saved, context) => {
    // The last day of a year has the longest of all periods.
    const { error } = readReport.query.safeParse(reportOfDay(saved, '2026-12-31'));
    const [issue] = error?.issues ?? [];
    if (issue) context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  });

/** The report that a saved one asks for on a day in Africa/Lagos. */
export function reportOfDay(
  { period, ...saved }: Asked & { period?: Period | undefined },
  day: string,
) {
  return period === undefined ? saved : { ...saved, ...daysOfPeriod(period, day) };
}

/** A report; of long tables its first rows. Days count only where it is of days. */
export const readReport = endpoint({
  method: 'GET',
  path: '/api/v1/report',
  permission: 'see reconciliation',
  audit: null,
  query: withItsDays(z.strictObject(asked)),
  response: answer(reportSchema),
});

/** The media type of each form of a report. */
export const reportFormats = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ReportFormat = keyof typeof reportFormats;

/** The rows of each table: on a screen, on paper and in a workbook. */
export const reportRows = { screen: 100, pdf: 2_000, xlsx: 20_000 } as const;

/**
 * The same as a file that can be signed. 409 where its sums don't meet; 400 for more than
 * `reportRows`, 404 for a closing that isn't there.
 */
export const exportReport = endpoint({
  method: 'GET',
  path: '/api/v1/report/export',
  permission: 'see reconciliation',
  audit: 'report.exported',
  query: withItsDays(
    z.strictObject({
      ...asked,
      format: z.enum(['pdf', 'xlsx'], 'Select pdf or xlsx.'),
      /** The id of a closing: the file is of what was kept. */
      closing: z.string().max(26).optional(),
    }),
  ),
  download: Object.values(reportFormats),
  response: z.string(),
});

/**
 * A journal for the state's accounts, as CSV, of a whole organisation: each day's money, credited to
 * its revenue heads and debited to the account that collects it. Its columns are a setting. 409 where
 * it isn't F&A of the same days, to the kobo.
 */
export const exportLedger = endpoint({
  method: 'GET',
  path: '/api/v1/report/ledger',
  permission: 'see reconciliation',
  audit: 'ledger.exported',
  query: withLimitedDays(z.strictObject({ ...dayRange, organisation: placeFilters.organisation })),
  download: ['text/csv'],
  response: z.string(),
});
