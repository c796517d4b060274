import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type {
  readReconciliation,
  ReconciledBy,
  Reconciliation,
  ReconciliationRow,
  Totals,
} from '#contract/modules/money/reconciliation.ts';
import { headquarters, organisationSchema } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import { figuresOf, measures } from '#server/figures/figures.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { withinDays } from '#server/lists/queries.ts';
import { givenBackIn } from '#server/modules/money/refunds/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

type Query = QueryOf<typeof readReconciliation>;

/**
 * Bookings made in these days by their state, and the money that came in, in the caller's scope.
 * One statement reads them, as at one moment. Naira; days in Africa/Lagos. 403 for a place beyond
 * the scope.
 */
export async function reconcile(
  db: Database,
  caller: Caller,
  { by, from, to, organisation, zone }: Query,
): Promise<Outcome<Reconciliation>> {
  const scope = chosenPlace(caller.scope, { organisation, zone });
  if (scope instanceof Refusal) return scope;
  const days = { from, to };
  const within = (column: string) => sql.join(withinDays(sql.ref(column), days), sql` and `);
  const { rows } = await sql<Row>`
    with odd as (
      select bookings.id, bookings.organisation, bookings.zone, bookings.created_by,
             bookings.created_at, count(*) as exceptions
      from payment_exceptions join bookings on bookings.id = payment_exceptions.booking_id
      where closed_at is null
        and ${inScope('payment_exceptions', { ...scope, zone: null, demo: 'included' })}
        and ${inScope('bookings', scope)} and ${within('bookings.created_at')}
      group by bookings.id
    ),
    sums as (
      select key, grouping(key) = 1 as "isTotal", min(organisation) as organisation,
             min(zone) as zone, min(name) as name, min(offence) as offence,
             ${sql.join(measures.map(summed))},
             sum(exceptions)::bigint as exceptions,
             sum(back)::bigint as "backCount", sum(back_kobo)::bigint as "backKobo"
      from (
        select ${keyOf[by]} as key, organisation, zone, name, offence_id as offence,
               ${sql.raw(columns.join(', '))}, 0 as exceptions, 0 as back, 0 as back_kobo
        from (${figuresOf({ ...figuresBy[by], scope, days })}) as items
        union all
        select ${keyOf[by]}, organisation, zone, null, null, ${sql.raw(columns.map(() => '0').join(', '))},
               exceptions, 0, 0
        from (
          select organisation, zone, lagos_day(created_at) as day, exceptions,
                 ${by === 'head' ? sql`code` : sql`created_by`} as key
          from odd ${by === 'head' ? ofEachHead : sql``}
        ) as items
        union all
        select ${keyOf[by]}, organisation, zone, name, offence_id,
               ${sql.raw(columns.map(() => '0').join(', '))}, 0, 1, kobo
        from (
          select given.*, ${by === 'head' ? sql`head` : sql`officer`} as key
          from (${givenBackIn({ scope, days })}) as given where "ofTicket"
        ) as items
      ) as counted
      group by grouping sets ((key), ())
      having grouping(key) = 1 or sum(issued) > 0 or sum(received) > 0 or sum(back) > 0
    )
    select sums.*, ${fullName()} as officer, users.role as role,
           users.zone as "officerZone", now() as "asAt",
           (select sum(odd.exceptions)::bigint from odd) as "allExceptions",
           loose.number as "looseCount", loose.kobo as "looseKobo"
    from sums
    left join users on users.id = sums.key
    cross join (
      select count(*) as number, coalesce(sum(amount_kobo), 0)::bigint as kobo
      from payment_exceptions
      where booking_id is null and closed_at is null
        and ${inScope('payment_exceptions', scope)} and ${within('payment_exceptions.found_at')}
    ) as loose
    order by "isTotal", ${by === 'day' ? sql`key` : sql`"issuedKobo" desc, "receivedKobo" desc, key`}
  `.execute(db);
  const total = rows.find(({ isTotal }) => isTotal);
  if (!total) throw new Error('The reconciliation has no total.');
  return {
    by,
    from,
    to,
    rows: rows.filter(({ isTotal }) => !isTotal).map((row) => rowOf(by, row)),
    total: { ...totalsOf(total), exceptions: total.allExceptions ?? 0 },
    withoutBooking: { count: total.looseCount, amount: total.looseKobo / 100 },
    asAt: total.asAt.toISOString(),
  };
}

type Measure = (typeof measures)[number];

const columns = measures.flatMap((name) => [name, `${name}_kobo`]);

const figuresBy = {
  day: { kind: 'place', by: 'day' },
  zone: { kind: 'place', by: 'zone' },
  officer: { kind: 'officer' },
  head: { kind: 'head' },
} as const;

const keyOf = {
  day: sql`day::text`,
  zone: sql`organisation || ' ' || zone`,
  officer: sql`key`,
  head: sql`key`,
} as const;

/** An exception belongs to its booking, and so to each of the booking's heads. */
const ofEachHead = sql`
  cross join lateral (select distinct code from booking_offences where booking_id = odd.id) as line`;

const summed = (name: Measure) => sql`
  coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(`${name}Count`)},
  coalesce(sum(${sql.ref(`${name}_kobo`)}), 0)::bigint as ${sql.ref(`${name}Kobo`)}`;

type Sums = Record<`${Measure}Count` | `${Measure}Kobo`, number>;

interface Row extends Sums {
  key: string | null;
  isTotal: boolean;
  organisation: string | null;
  zone: string | null;
  name: string | null;
  offence: string | null;
  officer: string | null;
  role: string | null;
  officerZone: string | null;
  exceptions: number | null;
  backCount: number | null;
  backKobo: number | null;
  /** Counts every booking once. */
  allExceptions: number | null;
  looseCount: number;
  looseKobo: number;
  asAt: Date;
}

function totalsOf(row: Row): Totals {
  const of = (name: Measure) => ({ count: row[`${name}Count`], amount: row[`${name}Kobo`] / 100 });
  const left = (unit: 'Count' | 'Kobo') =>
    row[`issued${unit}`] - row[`paid${unit}`] - row[`withdrawn${unit}`] - row[`decided${unit}`];
  return {
    issued: of('issued'),
    billed: of('billed'),
    paid: of('paid'),
    cleared: of('cleared'),
    withdrawn: of('withdrawn'),
    decided: of('decided'),
    outstanding: { count: left('Count'), amount: left('Kobo') / 100 },
    exceptions: row.exceptions ?? 0,
    received: of('received'),
    givenBack: { count: row.backCount ?? 0, amount: (row.backKobo ?? 0) / 100 },
  };
}

function rowOf(by: ReconciledBy, row: Row): ReconciliationRow {
  const key = row.key ?? '';
  const { zone, offence, name, officer, role, officerZone } = row;
  const organisation = organisationSchema.parse(row.organisation);
  const figures = totalsOf(row);
  switch (by) {
    case 'day':
      return { key, label: key, detail: '', filter: {}, ...figures };
    case 'zone': {
      const filter = { organisation, zone: zone ?? '' };
      return { key, label: filter.zone, detail: organisation, filter, ...figures };
    }
    case 'officer': {
      const detail = `${role ?? ''}, ${officerZone ?? headquarters}`;
      return { key, label: officer ?? key, detail, filter: { bookedBy: key }, ...figures };
    }
    case 'head': {
      const filter = { offence: offence ?? '' };
      return { key, label: key, detail: name ?? '', filter, ...figures };
    }
  }
}

export { comparedRows, saidRows } from './compared.ts';
export { comparedIn } from './differences.ts';
export { stretchesOf } from './rules.ts';
export { listStatements, oneOrganisation } from './statements.ts';
