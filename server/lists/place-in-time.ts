import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Counted, recordsByDay, totalsByMonth, totalsIn } from './totals.ts';

/** The beginning of a page in the order of time, for the statement that reads it. */
export interface PlaceInTime {
  /** Queries for a `with`, of which `totals` has the list's `records` and `kobo`, exact at this moment. */
  readonly queries: RawBuilder<unknown>;
  /** The conditions on a record's moment that it doesn't lie before the page's day in the list's order. */
  readonly begins: (moment: Expression<unknown>) => readonly Expression<SqlBool>[];
  /** So many of the records for which `begins` holds come before the page. */
  readonly offset: RawBuilder<unknown>;
}

/** So few rows are walked past as quickly as their day is found. */
export const shortWalk = 100;

interface Wanted {
  readonly skipped: number;
  readonly newest: boolean;
}

/** A page that is walked to from the list's beginning. */
export const fromTheBeginning = (counted: Counted, { skipped }: Wanted): PlaceInTime => ({
  queries: sql`totals as (${totalsIn(counted)})`,
  begins: () => [],
  offset: sql`${skipped}::bigint`,
});

/**
 * A page that is walked to from the beginning of its day. The statement itself finds the month and
 * the day, so its figures and rows are of one moment.
 */
export function fromItsDay(counted: Counted, { skipped, newest }: Wanted): PlaceInTime {
  const order = newest ? sql`desc` : sql`asc`;
  /** The one of `spans` in which the page begins, and how many records `come_before` it in `spans`. */
  const holding = (spans: RawBuilder<unknown>, toSkip: RawBuilder<unknown>) => sql`
    select starts, come_before
    from (
      select starts, records,
        (sum(records) over (order by starts ${order}) - records)::bigint as come_before
      from ${spans}
    ) as summed
    where come_before <= ${toSkip} and ${toSkip} < come_before + records`;
  const skippedInMonth = sql`(select ${skipped}::bigint - come_before from month)`;
  return {
    queries: sql`
      months as materialized (${totalsByMonth(counted)}),
      totals as (
        select coalesce(sum(records), 0)::bigint as records, coalesce(sum(kobo), 0)::bigint as kobo
        from months
      ),
      month as materialized (${holding(sql`months`, sql`${skipped}::bigint`)}),
      days as materialized (${recordsByDay(counted, sql`month`)}),
      day as materialized (${holding(sql`days`, skippedInMonth)})`,
    // Known only to the statement: told the day, PostgreSQL would plan anew for each of them.
    begins: (moment) => [
      newest
        ? sql`${moment} < (select (starts + 1)::timestamp at time zone 'Africa/Lagos' from day)`
        : sql`${moment} >= (select starts::timestamp at time zone 'Africa/Lagos' from day)`,
    ],
    offset: sql`(select ${skippedInMonth} - come_before from day)`,
  };
}
