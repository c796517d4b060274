import type { Closing, ReportChange } from '#contract/modules/reports/report-closings.ts';
import {
  holds,
  type Report,
  type ReportCell,
  type ReportFormat,
  reportRows,
  type ReportTable,
} from '#contract/modules/reports/reports.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayOf, zonedMomentOf } from '#server/time.ts';

/** Null where the report may be taken in that form. */
export function whyNotExported({ checks, tables }: Report, format: ReportFormat): Refusal | null {
  const failed = checks.find((check) => !holds(check));
  if (failed)
    return new Refusal(
      409,
      'sums_do_not_meet',
      `You cannot download this report because its totals do not agree. This check failed: ${failed.says}.`,
    );
  const long = tables.find(({ rows, of }) => rows.length < of);
  if (!long) return null;
  const most = reportRows[format].toLocaleString('en-NG');
  return new Refusal(
    400,
    'too_long',
    format === 'pdf'
      ? `A PDF can have at most ${most} rows in a table. Select fewer days, or Excel.`
      : `An Excel file can have at most ${most} rows in a table. Select fewer days.`,
  );
}

export const alreadyProposed = new Refusal(
  409,
  'already_proposed',
  'Somebody has already proposed to close this report. Reload the page to see the latest.',
);

/** Days that a report can be closed for: none of them is still to come. */
export const isOver = ({ to }: Pick<Closing, 'to'>): boolean => to < dayOf(new Date());

/** A closed report in the words of its files. */
export const closedWords = ({ version, sha256 }: Pick<Closing, 'version' | 'sha256'>): string =>
  `Closed, version ${version}, SHA-256 ${sha256}`;

/** Who closed a report, and how anybody checks it; moments in Africa/Lagos. */
export const closedNotes = (
  {
    proposedBy,
    proposedAt,
    decidedBy,
    decidedAt,
  }: Pick<Closing, 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt'>,
  address: string,
): string[] => [
  `${proposedBy} proposed to close this report on ${zonedMomentOf(proposedAt)}, and ${decidedBy ?? ''} closed it on ${zonedMomentOf(decidedAt)}.`,
  `The figures of this report are kept as a file at ${address}. That file has the SHA-256 shown on this paper.`,
];

/** A paper of fewer rows than a table has says where they all are. */
export const cutNotes = ({ tables }: Pick<Report, 'tables'>): string[] =>
  tables
    .filter(({ rows, of }) => rows.length < of)
    .map(
      ({ title, rows, of }) =>
        `This paper shows the first ${rows.length.toLocaleString('en-NG')} of ${of.toLocaleString('en-NG')} rows of “${title}”. The file with the figures of this report has all the rows.`,
    );

export const withoutStatement = (days: number): Refusal =>
  new Refusal(
    409,
    'no_statement',
    `There is no statement from the payment gateway for ${days === 1 ? 'one of these days' : `${days} of these days`}, so Hanya cannot compare payments. Send the statement first.`,
  );

type Tables = readonly ReportTable[];

/**
 * What the tables of a report say otherwise now than then. Addresses of lists don't count, nor do
 * tables and columns that only a later version of the product has.
 */
export function changesBetween(then: Tables, now: Tables): ReportChange[] {
  const young = now.map(named);
  return then.map(named).flatMap((table) =>
    changesOf(
      table,
      young.find(({ title }) => title === table.title),
    ),
  );
}

/** Words of tables that were closed by an older version, and what they are called now. */
const formerWords: Readonly<Record<string, string>> = {
  '1 to 7 days over': '1 to 7 days overdue',
  '8 to 30 days over': '8 to 30 days overdue',
  '31 to 60 days over': '31 to 60 days overdue',
  '61 to 90 days over': '61 to 90 days overdue',
  '91 to 180 days over': '91 to 180 days overdue',
  '181 to 365 days over': '181 to 365 days overdue',
  'More than a year over': 'More than a year overdue',
  'No day to pay by': 'No due date',
  'Arrived, made before the period': 'Made before the period, received in it',
  'Net of what was given back': 'Net after refunds',
  '− given back, of tickets': '− refunds of bookings',
  'Given back, by day': 'Refunds by day',
  '− refunds of tickets': '− refunds of bookings',
  'Refunds of tickets': 'Refunds of bookings',
  'Refunds of tickets (₦)': 'Refunds of bookings (₦)',
  'Unpaid tickets by the days since they were due': 'By days since the due date',
  'The tickets, those due longest first': 'Bookings, longest overdue first',
  'Days over': 'Days overdue',
  'Of earlier months': 'Bookings from earlier months',
  'Bookings of earlier months': 'Bookings from earlier months',
  'In the period, of tickets of months before it': 'In this period',
  Ticket: 'Booking',
  Tickets: 'Bookings',
  'From the closing before': 'From the previous closing',
  'What happened to unpaid tickets since': 'Unpaid bookings since the previous closing',
  'Changed in the period before, since it was closed':
    'Changes to the previous period since it was closed',
  'Changed since the version before': 'Changes since the previous version',
  State: 'Status',
  'Of tickets': 'Refunds of bookings',
  'Of tickets (₦)': 'Refunds of bookings (₦)',
  'Beside the tickets': 'Other refunds',
  'Beside the tickets (₦)': 'Other refunds (₦)',
  'Given back': 'Refunds',
  'Given back (₦)': 'Refunded (₦)',
  'Beside the tickets: money that is in none of the sums above':
    'Other money, not in the totals above',
  'Day by day, three ways': 'Hanya, gateway and bank by day',
};

const atTheEnd = ', at the end of ';

/** The title of a table may end with its day. */
export function wordNow(words: string): string {
  const [name = '', ...day] = words.split(atTheEnd);
  return [formerWords[name] ?? name, ...day].join(atTheEnd);
}

const named = ({ title, columns, rows, ...table }: ReportTable): ReportTable => ({
  ...table,
  title: wordNow(title),
  columns: columns.map(({ name, ...column }) => ({ ...column, name: wordNow(name) })),
  rows: rows.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((cell) => (typeof cell === 'string' ? wordNow(cell) : cell)),
  })),
});

type Cells = readonly ReportCell[];

const cellsOf = (table: ReportTable | undefined): Cells[] =>
  table ? [...table.rows, ...(table.total ? [table.total] : [])].map(({ cells }) => cells) : [];

function changesOf(then: ReportTable, now: ReportTable | undefined): ReportChange[] {
  const width = keyWidth(cellsOf(then), cellsOf(now));
  const [before, after] = [byKey(cellsOf(then), width), byKey(cellsOf(now), width)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((row): ReportChange[] => {
    const [old, young] = [before.get(row), after.get(row)];
    const where = { table: then.title, row };
    const there = (cells?: Cells) => (cells ? 'there' : null);
    if (!old || !young)
      return [{ ...where, column: 'Whole row', kind: 'text', then: there(old), now: there(young) }];
    return then.columns.flatMap(({ name, kind }, index) => {
      const place = now?.columns.findIndex((column) => column.name === name) ?? -1;
      const pair = { then: old[index] ?? null, now: young[place] ?? null };
      return pair.then === pair.now ? [] : [{ ...where, column: name, kind, ...pair }];
    });
  });
}

const keyOf = (row: Cells, width: number): string =>
  row
    .slice(0, width)
    .filter((cell) => cell !== null && cell !== '')
    .join(', ');

/** The fewest leading columns that tell the rows of both tables apart. */
function keyWidth(...tables: readonly Cells[][]): number {
  const most = tables.find(([row]) => row)?.[0]?.length ?? 1;
  const isKey = (width: number) =>
    tables.every((rows) => new Set(rows.map((row) => keyOf(row, width))).size === rows.length);
  let width = 1;
  while (width < most && !isKey(width)) width += 1;
  return width;
}

function byKey(rows: readonly Cells[], width: number): Map<string, Cells> {
  const found = new Map<string, Cells>();
  for (const row of rows) {
    let key = keyOf(row, width);
    while (found.has(key)) key += ' (again)';
    found.set(key, row);
  }
  return found;
}
