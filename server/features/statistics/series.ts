import { sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { Bucket, OffenceCount, Period, Series } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { figuresOf } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { type Stretch, stretchesOf } from './rules.ts';

/** A series names the most frequent ones. */
const offenceLimit = 8;

/**
 * The current period in the scope, bucket by bucket, as at one moment. The buckets add up to what
 * `countBookings` and `sumRevenue` answer at that moment. With `seesPaid` false, offences count
 * open bookings only, since such a caller can't open the others.
 */
export async function seriesOf(db: Database, scope: Scope, asked: AskedSeries): Promise<Series> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readSeries(trx, scope, asked));
}

interface AskedSeries {
  readonly period: Period;
  readonly seesPaid: boolean;
}

async function readSeries(
  trx: Database,
  scope: Scope,
  { period, seesPaid }: AskedSeries,
): Promise<Series> {
  const { as_at, ...clock } = await clockOf(trx);
  const stretches = stretchesOf(period, clock);
  const from = stretches[0]?.from ?? clock.today;
  const to = stretches.at(-1)?.to ?? clock.today;
  const counted =
    period === 'day'
      ? await byHour(trx, scope, clock.today)
      : await byDays(trx, scope, { from, to, by: period === 'year' ? 'month' : 'day' });
  const found = new Map(counted.map((row) => [row.key, row]));
  return {
    period,
    from,
    to,
    buckets: stretches.map((stretch) => bucketOf(stretch, found.get(keyOf(stretch)))),
    byOffence: await byOffence(trx, scope, { from, to, seesPaid }),
    asAt: as_at.toISOString(),
  };
}

interface Counted {
  readonly key: string;
  readonly bookings: number;
  readonly kobo: number;
}

const keyOf = ({ from, hour }: Stretch): string => (hour === null ? from : String(hour));

function bucketOf(stretch: Stretch, counted: Counted | undefined): Bucket {
  const { bookings, kobo } = counted ?? { bookings: 0, kobo: 0 };
  return { ...stretch, bookings, revenue: kobo / 100 };
}

async function clockOf(db: Database) {
  const { rows } = await sql<{ as_at: Date; today: string; hour: number }>`
    select now() as as_at, lagos_day(now()) as today,
           extract(hour from now() at time zone 'Africa/Lagos')::int as hour`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database returned no time.');
  return row;
}

async function byDays(
  db: Database,
  scope: Scope,
  { from, to, by }: DayRange & { by: 'day' | 'month' },
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select date_trunc(${by}, day)::date as key, sum(issued)::bigint as bookings,
           sum(received_kobo)::bigint as kobo
    from (${figuresOf({ kind: 'place', scope, days: { from, to }, by })}) as happened
    group by 1`.execute(db);
  return rows;
}

/** Figures have days, not hours: a single day is counted from the records themselves. */
async function byHour(db: Database, scope: Scope, day: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select extract(hour from at at time zone 'Africa/Lagos')::int::text as key,
           sum(bookings)::bigint as bookings, sum(kobo)::bigint as kobo
    from (
      select created_at as at, 1 as bookings, 0 as kobo from bookings
      where ${inScope('bookings', scope)} and ${within('bookings.created_at', day, day)}
      union all
      select payments.confirmed_at, 0, payments.amount_kobo from payments
      where ${inScope('payments', scope)} and ${within('payments.confirmed_at', day, day)}
    ) as happened
    group by 1`.execute(db);
  return rows;
}

async function byOffence(
  db: Database,
  scope: Scope,
  { from, to, seesPaid }: DayRange & { seesPaid: boolean },
): Promise<OffenceCount[]> {
  const [count, kobo] = seesPaid
    ? [sql`issued`, sql`issued_kobo`]
    : [
        sql`issued - paid - withdrawn - decided`,
        sql`issued_kobo - paid_kobo - withdrawn_kobo - decided_kobo`,
      ];
  const { rows } = await sql<{ id: string; count: number; kobo: number }>`
    select key as id, sum(${count})::bigint as count, sum(${kobo})::bigint as kobo
    from (${figuresOf({ kind: 'offence', scope, days: { from, to } })}) as standing
    group by key
    having sum(${count}) > 0
    order by count desc, kobo desc, id
    limit ${offenceLimit}`.execute(db);
  return rows.map(({ id, count, kobo }) => ({ ...named(id), count, naira: kobo / 100 }));
}

function named(id: string): Pick<OffenceCount, 'id' | 'code' | 'name'> {
  const { code = '', name = id } = offenceById(id) ?? {};
  return { id, code, name };
}

const within = (column: string, from: string, to: string) =>
  sql.join(withinDays(sql.ref(column), { from, to }), sql` and `);
