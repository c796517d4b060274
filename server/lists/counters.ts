import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Scope } from '#server/http/caller.ts';
import { demosOf, organisationsOf } from '#server/scope/conditions.ts';
import { only } from './queries.ts';
import { type Days, wholeMonths } from './rules.ts';

/** The lists whose records are counted as they come and go; a record is in one of them. */
export type ListName = 'unpaid' | 'paid' | 'completed' | 'withdrawn' | 'collisions';

/** Records of one or more lists, narrowed by nothing but place and the days they were made on. */
export interface Counted {
  readonly lists: readonly ListName[];
  readonly scope: Scope;
  readonly days: Days;
}

/**
 * Folds what entered and left the lists into their counters; answers how many changes. Those of
 * transactions above the oldest one still open wait. Does nothing while another process folds.
 */
export async function foldLists(db: Database): Promise<number> {
  const { rows } = await sql<{ folded: number }>`select fold_lists() as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Deletes changes that were folded more than a day ago; answers how many. */
export async function sweepListChanges(db: Database): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select prune_list_changes() as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}

/** How many records are in the lists and what they cost (kobo), exact at this moment. */
export const totalsIn = (counted: Counted): RawBuilder<{ records: number; kobo: number }> => sql`
  select coalesce(sum(records), 0)::bigint as records, coalesce(sum(kobo), 0)::bigint as kobo
  from (
    select records, kobo from list_counters
    where ${inCounters(counted)} and ${spansOf(counted.days)}
    union all
    select records, kobo from list_changes where ${notFolded(counted)}
  ) as standing`;

/**
 * The list's counters as far as they are folded: the days (`YYYY-MM-DD`, Africa/Lagos) on which its
 * records were made, how many were made up to the end of each, what all cost (kobo), and the watermark
 * from which on changes must be added.
 */
export async function countersByDay(db: Database, counted: Counted) {
  const { rows } = await sql<{
    watermark: string;
    kobo: number;
    days: string[];
    upTo: number[];
  }>`
    with by_day as materialized (
      select starts, sum(kobo) as kobo,
             sum(sum(records::integer)) over (order by starts)::integer as up_to
      from list_counters
      where ${inCounters(counted)} and span = 'day' and ${between(sql`starts`, counted.days)}
      group by starts
    )
    select list_watermark.xid::text as watermark, counted.*
    from list_watermark, (
      select coalesce(sum(kobo), 0)::bigint as kobo,
             coalesce(array_agg(starts::text order by starts), '{}') as days,
             coalesce(array_agg(up_to order by starts), '{}') as "upTo"
      from by_day
    ) as counted`.execute(db);
  return only(rows);
}

/**
 * What entered and left the lists since a watermark: `records` and `kobo` in all, and `passed_over`, the
 * records of the days that `isPassedOver` is true of.
 */
export const totalsSince = (
  watermark: string,
  counted: Counted,
  isPassedOver: RawBuilder<SqlBool>,
): RawBuilder<unknown> => sql`
  select coalesce(sum(records), 0)::bigint as records, coalesce(sum(kobo), 0)::bigint as kobo,
    coalesce(sum(records) filter (where ${isPassedOver}), 0)::bigint as passed_over
  from list_changes where ${changedSince(sql`${watermark}::xid8`, counted)}`;

const inCounters = (counted: Counted): RawBuilder<SqlBool> => sql`
  ${ofLists(counted)} and zone = ${counted.scope.zone ?? ''}`;

/**
 * One parameter for each value: of an array that it doesn't know yet, PostgreSQL assumes ten
 * elements, and then plans a prepared statement anew each time.
 */
const ofLists = ({ lists, scope }: Counted): RawBuilder<SqlBool> => sql`
  ${isOneOf(sql`list`, lists)} and ${isOneOf(sql`organisation`, organisationsOf(scope))}
  and ${isOneOf(sql`demo`, demosOf(scope))}`;

const isOneOf = (column: RawBuilder<unknown>, values: readonly unknown[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql`false` : sql`${column} in (${sql.join(values)})`;

const highestXid = sql.raw(`'18446744073709551615'::xid8`);

/**
 * Above a number that it doesn't know, PostgreSQL expects a third of the rows, between two numbers a
 * two-hundredth: few enough not to plan a prepared statement anew for each list that is asked for.
 */
const changedSince = (watermark: RawBuilder<unknown>, counted: Counted): RawBuilder<SqlBool> => sql`
  xid between ${watermark} and ${highestXid} and ${ofLists(counted)}
  and ${counted.scope.zone === null ? sql`true` : sql`zone = ${counted.scope.zone}`}
  and ${between(sql`made_on`, counted.days)}`;

const notFolded = (counted: Counted): RawBuilder<SqlBool> =>
  changedSince(sql`(select xid from list_watermark)`, counted);

export const between = (day: RawBuilder<unknown>, { from, to }: Days): RawBuilder<SqlBool> => sql`(
  ${from === undefined ? sql`true` : sql`${day} >= ${from}::date`}
  and ${to === undefined ? sql`true` : sql`${day} <= ${to}::date`})`;

/** The fewest rows that make up the days: whole months, and the days at either end. */
export function spansOf(days: Days): RawBuilder<SqlBool> {
  if (days.from === undefined && days.to === undefined) return sql`span = 'all'`;
  const months = wholeMonths(days);
  return sql`(
    span = 'month' and starts >= ${months.from}::date and starts < ${months.until}::date
    or span = 'day' and ${between(sql`starts`, days)}
       and not (starts >= ${months.from}::date and starts < ${months.until}::date))`;
}
