import type { Kysely } from 'kysely';
import type { Closing } from '#contract/modules/reports/report-closings.ts';
import {
  type Report,
  reportRows,
  reportSchema,
  type ReportTable,
} from '#contract/modules/reports/reports.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayAfter } from '#server/lists/rules.ts';
import { type ClosedPeriod, periodBefore } from './closing-order.ts';
import {
  againTable,
  carriedTable,
  exceptionsTable,
  movedTables,
  openExceptions,
  sinceTable,
  withoutClosing,
  withoutPersons,
} from './closing-tables.ts';
import { numberOf, reportOf } from './queries.ts';
import { changesBetween } from './rules.ts';

export type MakingDeps = Pick<Deps, 'reports' | 'gateways' | 'consequences'>;

type Asked = Pick<Closing, 'kind' | 'organisation' | 'zone' | 'from' | 'to'>;

/** The report of a closing as it is now, whole; UNP stands at the end of its day. */
export const reportToClose = (
  deps: MakingDeps,
  caller: Caller,
  { kind, organisation, zone, from, to }: Asked,
): Promise<Outcome<Report>> => {
  const place = { organisation, ...(zone !== null && { zone }) };
  const days = kind === 'unp' ? { at: to } : { from, to };
  return reportOf(deps, caller, { kind, ...place, ...days }, reportRows.xlsx);
};

/** The report that a closing kept; of each table at most `rows`. */
export async function keptReport(db: Kysely<DB>, id: string, rows: number): Promise<Report> {
  const kept = db.selectFrom('report_closings').select('data').where('id', '=', id);
  const { data } = await kept.executeTakeFirstOrThrow();
  return cutTo(reportSchema.parse(JSON.parse(data.toString('utf8'))), rows);
}

export const cutTo = (report: Report, most: number): Report => ({
  ...report,
  tables: report.tables.map((table) => ({ ...table, rows: table.rows.slice(0, most) })),
});

/** What a kept report says otherwise than the same report does now. */
export const changesSince = (then: Report, now: Report) =>
  changesBetween(withoutClosing(then.tables), now.tables);

interface Making {
  readonly db: Kysely<DB>;
  readonly caller: Caller;
  readonly scope: Scope;
  readonly asked: Asked;
  readonly periods: readonly ClosedPeriod[];
}

/**
 * A report as it is closed: with what leads here from the closing before, with what has changed since
 * then, and with the exceptions that are open.
 */
export async function closedReport(deps: MakingDeps, making: Making): Promise<Outcome<Report>> {
  const { db, caller, scope, asked, periods } = making;
  const report = await reportToClose(deps, caller, asked);
  if (report instanceof Refusal) return report;
  const carried = await fromBefore(deps, making, report);
  if (carried instanceof Refusal) return carried;
  const standing = periods.find(({ from, to }) => from === asked.from && to === asked.to);
  const again = standing
    ? [
        againTable(
          changesSince(await keptReport(db, standing.id, reportRows.xlsx), report),
          standing.version,
        ),
      ]
    : [];
  const isFollowed = standing !== undefined && periods.some(({ from }) => from > asked.to);
  const tables = [
    ...carried.first,
    ...(asked.kind === 'unp' ? report.tables.map(withoutPersons) : report.tables),
    ...carried.last,
    ...again,
    exceptionsTable(await openExceptions(db, scope, asked)),
  ];
  const checks = [...report.checks, ...carried.checks];
  const notes = [
    ...report.notes,
    ...(asked.kind === 'unp' ? [namesNobody] : []),
    ...carried.notes,
    ...(isFollowed ? [followed] : []),
  ];
  const { kind, place, days } = report;
  const made = { place, days, tables, checks, notes };
  return { ...report, ...made, number: numberOf(kind, made) };
}

const namesNobody =
  'Hanya keeps this list for good, so the list does not show plates or drivers. You can see them in each booking until Hanya erases them.';

const followed =
  'Later periods are already closed and will not change. The next closing will list the changes to earlier periods.';

interface Carried extends Pick<Report, 'checks' | 'notes'> {
  readonly first: readonly ReportTable[];
  readonly last: readonly ReportTable[];
}

/** What a closing says of the one before it. */
async function fromBefore(
  deps: MakingDeps,
  { db, caller, asked, periods }: Making,
  report: Report,
): Promise<Outcome<Carried>> {
  const before = periodBefore(asked.kind, asked, periods);
  if (!before)
    return {
      first: [],
      last: [],
      checks: [],
      notes: ['This is the first closing of this report.'],
    };
  const { id, from, to, version } = before;
  const then = await keptReport(db, id, reportRows.xlsx);
  const now = await reportToClose(deps, caller, { ...asked, from, to });
  if (now instanceof Refusal) return now;
  const label = `${from === to ? to : `${from} to ${to}`}, version ${version}`;
  const last = [sinceTable(changesSince(then, now), label)];
  const notes = [`The previous closing is ${label}, number ${then.number}.`];
  if (asked.kind === 'standard')
    return { first: carriedTable(label, then, report), last, checks: [], notes };
  if (asked.kind !== 'unp') return { first: [], last, checks: [], notes };
  // What happened to the debtors since is what Standard says of the days between.
  const between = await reportToClose(deps, caller, {
    ...asked,
    kind: 'standard',
    from: dayAfter(to),
  });
  if (between instanceof Refusal) return between;
  const first = [...carriedTable(label, then, between), ...movedTables(between)];
  return { first, last, checks: between.checks, notes };
}
