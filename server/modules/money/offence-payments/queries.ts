import { type Kysely, sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import {
  type listOffencePayments,
  type OffencePayment,
  offencePaymentSchema,
} from '#contract/modules/money/offence-payments.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import {
  correctionsInRow,
  readCorrections,
  saidBefore,
} from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

type Asked = Omit<QueryOf<typeof listOffencePayments>, 'page' | 'limit' | 'sort'>;

const moments = {
  made: sql.ref('bookings.created_at'),
  paid: sql.ref('payments.confirmed_at'),
  cleared: sql.ref('bookings.completed_at'),
};

/** The offences of paid bills that a list is narrowed to. */
export function matchingCharges(
  db: Kysely<DB>,
  caller: Caller,
  { by, from, to, offence, min, max, booking, ...place }: Asked,
) {
  const scope = chosenPlace(caller.scope, place);
  if (scope instanceof Refusal) return scope;
  const day = sql<string>`lagos_day(${moments[by]})`;
  return db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .innerJoin('booking_offences as charge', 'charge.booking_id', 'payments.booking_id')
    .where('payments.kind', '=', 'gateway')
    .where(inScope('payments', scope))
    .$if(from !== undefined, (those) => those.where(day, '>=', from ?? ''))
    .$if(to !== undefined, (those) => those.where(day, '<=', to ?? ''))
    .$if(offence !== undefined, (those) => those.where('charge.offence_id', '=', offence ?? ''))
    .$if(min !== undefined, (those) => those.where('charge.amount_kobo', '>=', (min ?? 0) * 100))
    .$if(max !== undefined, (those) => those.where('charge.amount_kobo', '<=', (max ?? 0) * 100))
    .$if(booking !== undefined, (those) => those.where('bookings.id', '=', booking ?? ''));
}

/**
 * A person by their licence, else by phone and name, however they were spelt. A phone alone may be a
 * union's. An erased booking names nobody, and stands alone.
 */
const payer = sql`coalesce(
  'licence ' || nullif(spelling_key(bookings.license), ''),
  'phone ' || nullif(phone_key(bookings.phone_no), '') || ' ' || folded(bookings.name),
  bookings.id)`;

const ofCharge = sql`refunds
  where refunds.booking_id = charge.booking_id and refunds.line = charge.line`;

export const columns = [
  'charge.booking_id as booking',
  'charge.line',
  'charge.offence_id as offence',
  'charge.name',
  'bookings.registration as plate',
  'bookings.organisation',
  'bookings.zone',
  'bookings.created_at',
  'bookings.name as payer',
  'bookings.license',
  'bookings.phone_no as phoneNo',
  correctionsInRow.as('corrections'),
  'payments.receipt',
  'payments.confirmed_at',
  sql<string>`charge.booking_id || '-' || charge.line`.as('id'),
  sql<string>`coalesce(payments.bill_ref, '')`.as('billRef'),
  sql<number>`charge.amount_kobo / 100.0::float8`.as('amount'),
  sql<number>`payments.amount_kobo / 100.0::float8`.as('paid'),
  sql`json_build_object('count', count(*) over (partition by ${payer}),
    'amount', sum(charge.amount_kobo) over (partition by ${payer}) / 100.0)`.as('ofPayer'),
  sql`(select coalesce(json_agg(json_build_object('amount', amount_kobo / 100.0, 'day', day,
      'proof', coalesce(proof, ''), 'reason', reason)
      order by noted_at, refunds.id), '[]') from ${ofCharge})`.as('givenBack'),
] as const;

/** Newest payments first, or those of one payer together. */
export const inOrder = (sort: QueryOf<typeof listOffencePayments>['sort']) =>
  sort === 'payer'
    ? sql`${payer}, payments.confirmed_at desc, charge.booking_id, charge.line`
    : sql`payments.confirmed_at desc, charge.booking_id, charge.line`;

export const toWire = ({
  created_at,
  confirmed_at,
  corrections,
  ...row
}: { readonly created_at: Date; readonly confirmed_at: Date } & Record<
  string,
  unknown
>): OffencePayment =>
  offencePaymentSchema.parse({
    ...row,
    saidBefore: saidBefore(readCorrections(corrections)),
    madeAt: created_at.toISOString(),
    paidAt: confirmed_at.toISOString(),
  });

/** Every match is counted and summed, however many there are. */
export async function listOffencePaymentsOf(
  db: Database,
  caller: Caller,
  { page, limit, sort, ...asked }: QueryOf<typeof listOffencePayments>,
): Promise<Outcome<ResponseOf<typeof listOffencePayments>>> {
  const matching = matchingCharges(db, caller, asked);
  if (matching instanceof Refusal) return matching;
  const [all, rows] = await Promise.all([
    matching
      .select([
        sql<number>`count(*)::integer`.as('total'),
        sql<number>`coalesce(sum(charge.amount_kobo), 0)::bigint`.as('kobo'),
        sql<number>`coalesce(sum((select sum(amount_kobo) from ${ofCharge})), 0)::bigint`.as(
          'backKobo',
        ),
      ])
      .executeTakeFirstOrThrow(),
    matching
      .select(columns)
      .orderBy(inOrder(sort))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  return {
    ...listAnswer(rows.map(toWire), all.total, { page, limit }),
    amount: all.kobo / 100,
    givenBack: all.backKobo / 100,
  };
}
