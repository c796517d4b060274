import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import { organisationSchema } from '#contract/places.ts';
import type {
  readReconciliation,
  ReconciledBy,
  Reconciliation,
  ReconciliationRow,
  Totals,
} from '#contract/reconciliation.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { withinDays } from '#server/lists/queries.ts';
import { placedInScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

type Query = QueryOf<typeof readReconciliation>;

/** The columns that group rows: of a booking, and of a payment. */
const keys = {
  day: {
    issued: sql`lagos_day(bookings.created_at)::text`,
    received: sql`lagos_day(payments.confirmed_at)::text`,
  },
  zone: both(sql`bookings.organisation || ' ' || bookings.zone`),
  officer: both(sql`bookings.created_by`),
  head: both(sql`line.code`),
} as const;

function both(key: ReturnType<typeof sql>) {
  return { issued: key, received: key };
}

/**
 * By head, each line of a booking counts with its amount; otherwise each booking with its price.
 */
const parts = (by: ReconciledBy) =>
  by === 'head'
    ? {
        lines: sql`join booking_offences as line on line.booking_id = bookings.id`,
        kobo: sql`line.amount_kobo`,
        // An exception belongs to the booking, so it counts once for each of its heads.
        isFirst: sql`line.line = (select min(line) from booking_offences as other
          where other.booking_id = bookings.id and other.code = line.code)`,
        named: sql`line.name as name, line.offence_id as offence`,
      }
    : {
        lines: sql``,
        kobo: sql`bookings.price_kobo`,
        isFirst: sql`true`,
        named: sql`'' as name, '' as offence`,
      };

/**
 * What became of the bookings made in these days and what money came in, in the caller's scope, as
 * one statement sees it at one moment. Naira; days in Africa/Lagos. 403 for a place beyond the scope.
 */
export async function reconcile(
  db: Database,
  caller: Caller,
  { by, from, to, organisation, zone }: Query,
): Promise<Outcome<Reconciliation>> {
  const scope = chosenPlace(caller.scope, { organisation, zone });
  if (scope instanceof Refusal) return scope;
  const days = (column: string) => sql.join(withinDays(sql.ref(column), { from, to }), sql` and `);
  const { lines, kobo, isFirst, named } = parts(by);
  const { rows } = await sql<Row>`
    with odd as (
      select booking_id, count(*) as exceptions from payment_exceptions
      where closed_at is null and booking_id is not null
        and ${placedInScope('payment_exceptions', { ...scope, zone: null, demo: 'included' })}
      group by booking_id
    ),
    items as (
      select ${keys[by].issued} as key, bookings.organisation, bookings.zone, ${named},
             ${kobo} as kobo, true as issued, bookings.bill_ref is not null as billed,
             bookings.paid, bookings.completed as cleared,
             bookings.withdrawn_at is not null as withdrawn, false as received,
             case when ${isFirst} then coalesce(odd.exceptions, 0) else 0 end as exceptions
      from bookings ${lines} left join odd on odd.booking_id = bookings.id
      where ${placedInScope('bookings', scope)} and ${days('bookings.created_at')}
      union all
      select ${keys[by].received}, bookings.organisation, bookings.zone, ${named},
             ${kobo}, false, false, false, false, false, true, 0
      from payments join bookings on bookings.id = payments.booking_id ${lines}
      where ${placedInScope('payments', scope)} and ${placedInScope('bookings', scope)}
        and payments.kind = 'gateway'
        and ${days('payments.confirmed_at')}
    ),
    sums as (
      select key, grouping(key) = 1 as "isTotal", min(organisation) as organisation,
             min(zone) as zone, min(name) as name, min(offence) as offence,
             ${figure('issued', sql`issued`)}, ${figure('billed', sql`billed`)},
             ${figure('paid', sql`paid`)}, ${figure('cleared', sql`cleared`)},
             ${figure('withdrawn', sql`withdrawn`)},
             ${figure('outstanding', sql`issued and not paid and not withdrawn`)},
             ${figure('received', sql`received`)},
             sum(exceptions)::bigint as exceptions
      from items group by grouping sets ((key), ())
    )
    select sums.*, ${fullName()} as officer, users.role as role,
           users.zone as "officerZone", now() as "asAt",
           (select sum(odd.exceptions)::bigint from odd join bookings on bookings.id = odd.booking_id
            where ${placedInScope('bookings', scope)} and ${days('bookings.created_at')}
           ) as "allExceptions",
           loose.number as "looseCount", loose.kobo as "looseKobo"
    from sums
    left join users on users.id = sums.key
    cross join (
      select count(*) as number, coalesce(sum(amount_kobo), 0)::bigint as kobo
      from payment_exceptions
      where booking_id is null and closed_at is null
        and ${placedInScope('payment_exceptions', scope)} and ${days('payment_exceptions.found_at')}
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
    total: { ...figuresOf(total), exceptions: total.allExceptions ?? 0 },
    withoutBooking: { count: total.looseCount, amount: total.looseKobo / 100 },
    asAt: total.asAt.toISOString(),
  };
}

type Measure = Exclude<keyof Totals, 'exceptions'>;

const figure = (name: Measure, is: ReturnType<typeof sql>) => sql`
  count(*) filter (where ${is}) as ${sql.ref(`${name}Count`)},
  coalesce(sum(kobo) filter (where ${is}), 0)::bigint as ${sql.ref(`${name}Kobo`)}`;

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
  /** Counts every booking once. */
  allExceptions: number | null;
  looseCount: number;
  looseKobo: number;
  asAt: Date;
}

function figuresOf(row: Row): Totals {
  const of = (name: Measure) => ({ count: row[`${name}Count`], amount: row[`${name}Kobo`] / 100 });
  return {
    issued: of('issued'),
    billed: of('billed'),
    paid: of('paid'),
    cleared: of('cleared'),
    withdrawn: of('withdrawn'),
    outstanding: of('outstanding'),
    exceptions: row.exceptions ?? 0,
    received: of('received'),
  };
}

function rowOf(by: ReconciledBy, row: Row): ReconciliationRow {
  const key = row.key ?? '';
  const { zone, offence, name, officer, role, officerZone } = row;
  const organisation = organisationSchema.parse(row.organisation);
  const figures = figuresOf(row);
  switch (by) {
    case 'day':
      return { key, label: key, detail: '', filter: {}, ...figures };
    case 'zone': {
      const filter = { organisation, zone: zone ?? '' };
      return { key, label: filter.zone, detail: organisation, filter, ...figures };
    }
    case 'officer': {
      const detail = `${role ?? ''}, ${officerZone ?? 'Hq'}`;
      return { key, label: officer ?? key, detail, filter: null, ...figures };
    }
    case 'head': {
      const filter = { offence: offence ?? '' };
      return { key, label: key, detail: name ?? '', filter, ...figures };
    }
  }
}
