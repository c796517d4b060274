import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Organisation, organisationNames } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import type { Scope } from '#server/http/caller.ts';
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
 * Queries for a `with`: `totals`, as `totalsIn` words them, and `at`, the `day` (Africa/Lagos) in which
 * the record stands that has `skipped` others before it, and how many of these were made on later days
 * (`newest` first) or earlier ones, `before`; no row beyond the end.
 */
export function totalsAndPlace(
  counted: Counted,
  { skipped, newest }: { readonly skipped: number; readonly newest: boolean },
): RawBuilder<unknown> {
  const direction = sql.raw(newest ? 'desc' : 'asc');
  const { from, to } = counted.days;
  // Without days, the month is looked for first, so that years of days needn't be added up; and all
  // months together are the totals.
  const byMonth = from === undefined && to === undefined;
  // PostgreSQL sums `bigint` as `numeric`, which takes several times as long as `integer`.
  const months = sql`
    months as materialized (
      select starts, sum(records::integer)::integer as records, sum(kobo) as kobo
      from (
        select starts, records, kobo from list_counters
        where ${inCounters(counted)} and span = 'month'
        union all
        select date_trunc('month', made_on)::date, records, kobo from changed
      ) as standing
      group by starts
    ),
    month as materialized (
      select starts, before
      from (
        select starts, records,
               sum(records) over (order by starts ${direction}) - records as before
        from months where records > 0
      ) as ranked
      where before <= ${skipped} and before + records > ${skipped}
    ),
    totals as (
      select coalesce(sum(records), 0)::bigint as records, coalesce(sum(kobo), 0)::bigint as kobo
      from months
    ),`;
  return sql`
    changed as materialized (
      select made_on, records, kobo from list_changes where ${notFolded(counted)}
    ),
    ${byMonth ? months : sql`totals as (${totalsIn(counted)}),`}
    days as (
      select starts, sum(records::integer)::integer as records
      from (
        select starts, records from list_counters
        where ${inCounters(counted)} and span = 'day' and ${
          byMonth ? ofMonth(sql`starts`) : between(sql`starts`, counted.days)
        }
        union all
        select made_on, records from changed
        where ${byMonth ? ofMonth(sql`made_on`) : sql<SqlBool>`true`}
      ) as standing
      group by starts having sum(records) > 0
    ),
    at as materialized (
      select starts as day, before::bigint as before
      from (
        select starts, records,
               sum(records) over (order by starts ${direction}) - records
                 + ${byMonth ? sql`(select before from month)` : sql`0`} as before
        from days
      ) as ranked
      where before <= ${skipped} and before + records > ${skipped}
    )`;
}

/** A day of the month that was found. */
const ofMonth = (day: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`(
  ${day} >= (select starts from month)
  and ${day} < (select starts + interval '1 month' from month))`;

/** The organisations that a scope reaches, by name: an index of places begins with them. */
export const organisationsOf = ({ organisation }: Scope): readonly Organisation[] =>
  organisation === null ? organisationNames : [organisation];

const demosOf = ({ demo }: Scope): readonly boolean[] =>
  ({ none: [], only: [true], excluded: [false], included: [true, false] })[demo];

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
const notFolded = (counted: Counted): RawBuilder<SqlBool> => sql`
  xid between (select xid from list_watermark) and ${highestXid} and ${ofLists(counted)}
  and ${counted.scope.zone === null ? sql`true` : sql`zone = ${counted.scope.zone}`}
  and ${between(sql`made_on`, counted.days)}`;

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
