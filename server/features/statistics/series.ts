import { sql } from 'kysely';
import type { Bucket, OffenceCount, Period, Series } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import type { Scope } from '#server/http/caller.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { type Stretch, stretchesOf } from './rules.ts';

/** A series names the most frequent ones. */
const offenceLimit = 8;

/**
 * The current period in the scope, bucket by bucket, as at one moment: the buckets add up to what
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
      : await byDays(trx, scope, { from, to, of: period === 'year' ? 'month' : 'day' });
  const found = new Map(counted.map((row) => [row.key, row]));
  return {
    period,
    from,
    to,
    buckets: stretches.map((stretch) => bucketOf(stretch, found.get(keyOf(stretch)))),
    byOffence: await byOffence(trx, scope, { period, from, to, seesPaid }),
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
  if (!row) throw new Error('The database gave no time.');
  return row;
}

/** The counters and the events not yet folded into them. */
async function byDays(
  db: Database,
  scope: Scope,
  { from, to, of }: { from: string; to: string; of: 'day' | 'month' },
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with days as (
      select day, bookings, revenue_kobo from counters
      where ${inScope('counters', scope)} and day between ${from}::date and ${to}::date
      union all
      select day, bookings, revenue_kobo from outbox
      where (xid, seq) > ((select xid from counter_watermark), (select seq from counter_watermark))
        and ${inScope('outbox', scope)} and day between ${from}::date and ${to}::date
    )
    select date_trunc(${of}, day)::date as key, sum(bookings)::bigint as bookings,
           sum(revenue_kobo)::bigint as kobo
    from days group by 1`.execute(db);
  return rows;
}

/** Counters hold days, not hours: a single day is counted from the records themselves. */
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

/** The counters and the changes not yet folded into them. */
async function byOffence(
  db: Database,
  scope: Scope,
  { period, from, to, seesPaid }: { period: Period; from: string; to: string; seesPaid: boolean },
): Promise<OffenceCount[]> {
  const span = period === 'month' || period === 'year' ? 'month' : 'day';
  const { rows } = await sql<{ id: string; count: number; kobo: number }>`
    with standing as (
      select offence_id, ${sql.ref(seesPaid ? 'bookings' : 'open_bookings')} as bookings,
             ${sql.ref(seesPaid ? 'kobo' : 'open_kobo')} as kobo
      from offence_counters
      where organisation = any(${organisationsOf(scope)})
        and ${inScope('offence_counters', { ...scope, zone: scope.zone ?? allZones })}
        and span = ${span} and starts between ${from}::date and ${to}::date
      union all
      select charged.offence_id, counts, counts * charged.kobo
      from offence_changes
        cross join lateral (select ${sql.ref(seesPaid ? 'bookings' : 'open')} as counts) as counted
        cross join lateral unnest(offences, offence_changes.kobo) as charged (offence_id, kobo)
      where xid >= (select xid from offence_watermark)
        and ${inScope('offence_changes', scope)}
        and made_on between ${from}::date and ${to}::date
    )
    select offence_id as id, sum(bookings)::bigint as count, sum(kobo)::bigint as kobo
    from standing
    group by offence_id
    having sum(bookings) > 0
    order by count desc, kobo desc, id
    limit ${offenceLimit}`.execute(db);
  return rows.map(({ id, count, kobo }) => ({ ...named(id), count, naira: kobo / 100 }));
}

/** The zone of the counters that hold all zones of an organisation. */
const allZones = '';

function named(id: string): Pick<OffenceCount, 'id' | 'code' | 'name'> {
  const { code = '', name = id } = offenceById(id) ?? {};
  return { id, code, name };
}

const within = (column: string, from: string, to: string) =>
  sql.join(withinDays(sql.ref(column), { from, to }), sql` and `);
