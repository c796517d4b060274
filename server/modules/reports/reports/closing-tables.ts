import { type Kysely, sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import { mostChanges, type ReportChange } from '#contract/modules/reports/report-closings.ts';
import type { Report, ReportRow, ReportTable } from '#contract/modules/reports/reports.ts';
import type { ExceptionKind } from '#contract/payments.ts';
import { cellInWords } from '#server/cell-words.ts';
import type { DB } from '#server/db/tables.ts';
import type { Scope } from '#server/http/caller.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { naira, rowOf, sumOf, tableOf } from './body.ts';
import { wordNow } from './rules.ts';
import { outstanding } from './standard.ts';

/** Of closed reports alone: a comparison with what is now leaves them out. */
const titles = {
  carried: 'From the previous closing',
  moved: 'Unpaid bookings since the previous closing',
  since: 'Changes to the previous period since it was closed',
  again: 'Changes since the previous version',
  exceptions: 'Exceptions still open',
} as const;

export const withoutClosing = (tables: readonly ReportTable[]): ReportTable[] =>
  tables.filter(({ title }) => !(Object.values(titles) as string[]).includes(wordNow(title)));

interface OpenExceptions {
  readonly kind: ExceptionKind;
  readonly count: number;
  readonly kobo: number;
}

/** Exceptions that were found up to the end of some days, and that nobody has settled, by kind. */
export async function openExceptions(
  db: Kysely<DB>,
  scope: Scope,
  { to }: Pick<DayRange, 'to'>,
): Promise<OpenExceptions[]> {
  const found = withinDays(sql.ref('payment_exceptions.found_at'), { to });
  const { rows } = await sql<OpenExceptions>`
    select kind, count(*)::integer as count, coalesce(sum(amount_kobo), 0)::bigint as kobo
    from payment_exceptions
    where closed_at is null and ${inScope('payment_exceptions', scope)}
      and ${sql.join(found, sql` and `)}
    group by kind order by kind`.execute(db);
  return rows;
}

const threeOf = (label: string, count: number, amount: number): ReportRow =>
  rowOf([[label], [count], [amount]]);

const threeColumns = { Line: 'text', Number: 'count', Amount: 'naira' } as const;

export const exceptionsTable = (open: readonly OpenExceptions[]): ReportTable =>
  tableOf(titles.exceptions, threeColumns, {
    rows: open.map(({ kind, count, kobo }) => threeOf(kind, count, naira(kobo))),
    total: threeOf(
      'Total',
      sumOf(open, ({ count }) => count),
      naira(sumOf(open, ({ kobo }) => kobo)),
    ),
    note: 'These exceptions were found on or before the last day of this period. Nobody had settled them when the period was closed. They do not prevent a closing.',
  });

/** The closing figure of the period before, of UNP its total, and what leads from it to this period's opening one. */
export function carriedTable(label: string, before: Report, now: Report): ReportTable[] {
  const titled = ({ tables }: Report) => tables.find(({ title }) => title === outstanding);
  const kept = titled(before) ?? before.tables[0];
  const opening = titled(now);
  const [, closedCount, closedAmount] = kept?.total?.cells ?? [];
  const [, count, amount] = opening?.rows[0]?.cells ?? [];
  if (
    typeof closedCount !== 'number' ||
    typeof closedAmount !== 'number' ||
    typeof count !== 'number' ||
    typeof amount !== 'number'
  )
    return [];
  const since = Math.round((amount - closedAmount) * 100) / 100;
  return [
    tableOf(titles.carried, threeColumns, {
      rows: [
        threeOf(`Closing outstanding for ${label}`, closedCount, closedAmount),
        threeOf('+ changed since, in days that were closed', count - closedCount, since),
      ],
      total: threeOf('Opening outstanding', count, amount),
    }),
  ];
}

const ofPersons = ['Plate', 'Name'];

/** What is kept for ever names no driver: whoever may, reads names at the ticket. */
export const withoutPersons = ({ columns, rows, total, ...table }: ReportTable): ReportTable => {
  const stays = (_: unknown, index: number) => !ofPersons.includes(columns[index]?.name ?? '');
  const cut = ({ cells, opens }: ReportRow): ReportRow => ({
    cells: cells.filter(stays),
    opens: opens.filter(stays),
  });
  return {
    ...table,
    columns: columns.filter(stays),
    rows: rows.map(cut),
    total: total && cut(total),
  };
};

/** UNP shows what Standard says of the days since the closing before. */
export const movedTables = ({ tables }: Report): ReportTable[] =>
  tables
    .filter(({ title }) => title === outstanding)
    .map((table) => ({ ...table, title: titles.moved }));

const changesTable = (title: string, changes: readonly ReportChange[], label: string) =>
  tableOf(
    title,
    { Figure: 'text', Then: 'text', Now: 'text' },
    {
      rows: changes
        .slice(0, mostChanges)
        .map(({ table, row, column, kind, then, now }) =>
          rowOf([
            [`${table}, ${row}: ${column}`],
            [cellInWords(then, kind)],
            [cellInWords(now, kind)],
          ]),
        ),
      note:
        changes.length === 0
          ? `${label} has the same figures today.`
          : `${label} was closed with the figures in the “Then” column.${
              changes.length > mostChanges
                ? ` This table shows the first ${mostChanges} of ${changes.length} changes.`
                : ''
            }`,
    },
  );

export const sinceTable = (changes: readonly ReportChange[], label: string): ReportTable =>
  changesTable(titles.since, changes, label);

export const againTable = (changes: readonly ReportChange[], version: number): ReportTable =>
  changesTable(titles.again, changes, `Version ${version}`);
