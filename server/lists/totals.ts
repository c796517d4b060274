import { type RawBuilder, sql } from 'kysely';
import type { Days } from '#contract/list-filters.ts';
import { figuresOf } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';
import { wholeMonths } from './rules.ts';

/** The lists whose length is known from figures; a record is in one of them. */
export type ListName = 'unpaid' | 'paid' | 'completed' | 'withdrawn' | 'decided' | 'collisions';

/** Records of one or more lists, narrowed by nothing but place and the days they were made on. */
export interface Counted {
  readonly lists: readonly ListName[];
  readonly scope: Scope;
  readonly days: Days;
}

/** The number of records in the lists and their price (kobo), exact at this moment. */
export const totalsIn = (counted: Counted): RawBuilder<{ records: number; kobo: number }> => sql`
  select coalesce(sum(records), 0)::bigint as records, coalesce(sum(kobo), 0)::bigint as kobo
  from (select ${sumsOf(counted)} from (${standing(counted)}) as figure) as standing`;

/** The same of the bookings that one officer made, on whatever day. */
export const totalsOfOfficer = (
  { lists, scope }: Counted,
  key: string,
): RawBuilder<{ records: number; kobo: number }> => sql`
  select coalesce(sum(records), 0)::bigint as records, coalesce(sum(kobo), 0)::bigint as kobo
  from (
    select ${sumsOf({ lists })} from (${figuresOf({ kind: 'officer', scope, key })}) as figure
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
      select case when day >= ${from}::date and day < ${until}::date
             then date_trunc('month', day)::date else day end as starts, ${sumsOf(counted)}
      from (${standing(counted, 'month')}) as figure
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
  return sql`
    select starts, sum(records)::bigint as records
    from (
      select day as starts, ${sumsOf(counted)} from (${standing(counted, 'day')}) as figure
      where day >= (select starts from ${span}) and day < (select starts + ${length} from ${span})
    ) as standing group by starts`;
};

const standing = ({ lists, scope, days }: Counted, by?: 'day' | 'month') =>
  figuresOf({ kind: lists.includes('collisions') ? 'collision' : 'place', scope, days, by });

/** A paid booking was issued too, and a cleared one paid. */
const sums: Readonly<Record<ListName, (of: '' | '_kobo') => string>> = {
  unpaid: (of) => `issued${of} - paid${of} - withdrawn${of} - decided${of}`,
  paid: (of) => `paid${of} - cleared${of}`,
  completed: (of) => `cleared${of}`,
  withdrawn: (of) => `withdrawn${of}`,
  decided: (of) => `decided${of}`,
  collisions: (of) => `issued${of}`,
};

function sumsOf({ lists }: Pick<Counted, 'lists'>): RawBuilder<unknown> {
  const sumOf = (of: '' | '_kobo') => lists.map((list) => sums[list](of)).join(' + ') || '0';
  return sql.raw(`${sumOf('')} as records, ${sumOf('_kobo')} as kobo`);
}
