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
 * The list's `records` and `kobo` by whole months and by the days at either end, exact at this moment;
 * `starts` is a span's first day.
 */
export const totalsByMonth = (counted: Counted): RawBuilder<unknown> => {
  const { from, until } = wholeMonths(counted.days);
  return sql`
    select starts, sum(records)::bigint as records, sum(kobo)::bigint as kobo
    from (
      select starts, records, kobo from list_counters
      where ${inCounters(counted)} and ${isAll(counted.days) ? sql`span = 'month'` : spansOf(counted.days)}
      union all
      select case when made_on >= ${from}::date and made_on < ${until}::date
             then date_trunc('month', made_on)::date else made_on end, records, kobo
      from list_changes where ${notFolded(counted)}
    ) as standing group by starts`;
};

/**
 * The list's `records` by the days of a span of `totalsByMonth`. The span's first day is `starts` of
 * `span`, a part of the statement with one row.
 */
export const recordsByDay = (counted: Counted, span: RawBuilder<unknown>): RawBuilder<unknown> => {
  const { from, until } = wholeMonths(counted.days);
  const isMonth = sql`starts >= ${from}::date and starts < ${until}::date`;
  const length = sql`case when ${isMonth} then interval '1 month' else interval '1 day' end`;
  const inSpan = (day: RawBuilder<unknown>) => sql`
    ${day} >= (select starts from ${span}) and ${day} < (select starts + ${length} from ${span})`;
  return sql`
    select starts, sum(records)::bigint as records
    from (
      select starts, records from list_counters
      where ${inCounters(counted)} and span = 'day' and ${inSpan(sql`starts`)}
      union all
      select made_on, records from list_changes
      where ${notFolded(counted)} and ${inSpan(sql`made_on`)}
    ) as standing group by starts`;
};

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
  if (isAll(days)) return sql`span = 'all'`;
  const months = wholeMonths(days);
  return sql`(
    span = 'month' and starts >= ${months.from}::date and starts < ${months.until}::date
    or span = 'day' and ${between(sql`starts`, days)}
       and not (starts >= ${months.from}::date and starts < ${months.until}::date))`;
}

const isAll = ({ from, to }: Days): boolean => from === undefined && to === undefined;
