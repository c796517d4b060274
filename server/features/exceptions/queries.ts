import { sql } from 'kysely';
import type { z } from 'zod';
import {
  exceptionKindWords,
  exceptionRegister,
  exceptionDecisionWords,
  exceptionSchema,
  exceptionStates,
  type ExceptionState,
  type PaymentException,
} from '#contract/exceptions.ts';
import { type ExceptionKind } from '#contract/payments.ts';
import { personSchema } from '#contract/people.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { withinDays } from '#server/lists/queries.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { inScope } from '#server/scope/conditions.ts';

const stateIs: Readonly<Record<ExceptionState, ReturnType<typeof sql<boolean>>>> = {
  open: sql<boolean>`payment_exceptions.closed_at is null and payment_exceptions.settlement is null`,
  proposed: sql<boolean>`payment_exceptions.closed_at is null and payment_exceptions.settlement is not null`,
  settled: sql<boolean>`payment_exceptions.closed_at is not null`,
};

/** One exception, 404 beyond the caller's scope. */
export async function findException(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<PaymentException>> {
  const row = await exceptionsIn(db, caller.scope)
    .select(columns)
    .where('payment_exceptions.id', '=', id)
    .executeTakeFirst();
  return row ? toWire(row) : notFound('exception');
}

/**
 * The last exception of these kinds about a booking, an open one first; null when there is none.
 */
export async function matterOf<Kind extends ExceptionKind>(
  db: Database,
  bookingId: string,
  kinds: readonly Kind[],
): Promise<{ kind: Kind; foundAt: Date; closed: boolean } | null> {
  const row = await db
    .selectFrom('payment_exceptions')
    .select(['kind', 'found_at', 'closed_at'])
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', kinds)
    .orderBy(sql`closed_at is null`, 'desc')
    .orderBy('found_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const kind = kinds.find((known) => known === row?.kind);
  if (!row || kind === undefined) return null;
  return { kind, foundAt: row.found_at, closed: row.closed_at !== null };
}

function exceptionsIn(db: Database, scope: Scope) {
  return db
    .selectFrom('payment_exceptions')
    .leftJoin('bookings', 'bookings.id', 'payment_exceptions.booking_id')
    .leftJoin('proposals as settlement', 'settlement.id', 'payment_exceptions.settlement')
    .where(inScope('payment_exceptions', scope));
}

const columns = [
  'payment_exceptions.id',
  'payment_exceptions.kind',
  'payment_exceptions.description',
  'payment_exceptions.found_at',
  'payment_exceptions.closed_at',
  'payment_exceptions.bill_ref',
  'payment_exceptions.amount_kobo',
  'payment_exceptions.receipt',
  sql<string | null>`settlement.body ->> 'decision'`.as('decision'),
  sql<string | null>`settlement.body ->> 'billRef'`.as('found_bill_ref'),
  'settlement.outcome',
  sql<number>`(select coalesce(sum(refunds.amount_kobo), 0)::bigint from refunds
    where exception_id = payment_exceptions.id)`.as('back_kobo'),
  'settlement.reason',
  'settlement.proposed_at',
  personIn('settlement.proposed_by', 'settlement.proposed_at').as('proposer'),
  personIn('settlement.decided_by', 'settlement.decided_at').as('confirmer'),
  'bookings.id as booking_id',
  'bookings.registration',
  'payment_exceptions.zone',
  'payment_exceptions.organisation',
  'payment_exceptions.gateway',
  'bookings.price_kobo',
] as const;

interface Row {
  id: string;
  kind: string;
  description: string;
  found_at: Date;
  closed_at: Date | null;
  bill_ref: string | null;
  amount_kobo: number | null;
  receipt: string;
  decision: string | null;
  found_bill_ref: string | null;
  outcome: string | null;
  back_kobo: number;
  reason: string | null;
  proposed_at: Date | null;
  proposer: unknown;
  confirmer: unknown;
  booking_id: string | null;
  registration: string | null;
  zone: string;
  organisation: string;
  gateway: string;
  price_kobo: number | null;
}

function toWire(row: Row): PaymentException {
  const someone = (id: unknown): z.infer<typeof personSchema> | null =>
    id === null ? null : personSchema.parse(id);
  return exceptionSchema.parse({
    id: row.id,
    kind: row.kind,
    state: row.closed_at ? 'settled' : row.decision === null ? 'open' : 'proposed',
    story: row.description,
    foundAt: row.found_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    organisation: row.organisation,
    zone: row.zone,
    gateway: row.gateway,
    booking:
      row.booking_id === null
        ? null
        : {
            _id: row.booking_id,
            registration: row.registration,
            price: (row.price_kobo ?? 0) / 100,
          },
    billRef: row.bill_ref,
    amount: row.amount_kobo === null ? null : row.amount_kobo / 100,
    receipt: row.receipt,
    refund:
      row.decision === 'refund' && row.outcome === 'confirmed' && row.amount_kobo !== null
        ? { givenBack: row.back_kobo / 100, left: (row.amount_kobo - row.back_kobo) / 100 }
        : null,
    settlement:
      row.decision === null
        ? null
        : {
            decision: row.decision,
            billRef: row.found_bill_ref,
            reason: row.reason,
            by: someone(row.proposer),
            at: row.proposed_at?.toISOString(),
            confirmedBy: someone(row.confirmer),
          },
  });
}

const { text, amount, moment } = columnsOf<PaymentException>();

export const readExceptions = registerRead(exceptionRegister, {
  rows: (db, scope, { booking, bookedBy, offence, from, to }) =>
    exceptionsIn(db, scope)
      .where((eb) => eb.and(withinDays(sql.ref('bookings.created_at'), { from, to })))
      .$if(bookedBy !== undefined, (those) =>
        those.where('bookings.created_by', '=', bookedBy ?? ''),
      )
      .$if(offence !== undefined, (those) =>
        those.where((eb) =>
          eb.exists(
            eb
              .selectFrom('booking_offences')
              .select('booking_id')
              .whereRef('booking_offences.booking_id', '=', 'bookings.id')
              .where('offence_id', '=', offence ?? ''),
          ),
        ),
      )
      .$if(booking !== undefined, (those) =>
        those.where('payment_exceptions.booking_id', '=', booking ?? ''),
      ),
  states: stateIs,
  shown: (those) =>
    those
      .select(columns)
      .orderBy('payment_exceptions.found_at', 'desc')
      .orderBy('payment_exceptions.id', 'desc'),
  toWire,
  columns: [
    moment('Found', ({ foundAt }) => foundAt),
    text('Problem', 26, ({ kind }) => exceptionKindWords[kind]),
    text('Plate', 14, ({ booking }) => booking?.registration ?? ''),
    text('Booking', 28, ({ booking }) => booking?._id ?? ''),
    text('Organisation', 14, ({ organisation }) => organisation),
    text('Zone', 16, ({ zone }) => zone),
    text('Gateway', 14, ({ gateway }) => gateway),
    text('Bill', 24, ({ billRef }) => billRef ?? ''),
    text('Receipt', 24, ({ receipt }) => receipt),
    amount('Price', 12, ({ booking }) => booking?.price ?? ''),
    amount('Amount seen', 12, (row) => row.amount ?? ''),
    text('Details', 60, ({ story }) => story),
    text('Status', 12, ({ state }) => exceptionStates[state]),
    text('Settlement', 14, ({ settlement }) =>
      settlement === null ? '' : exceptionDecisionWords[settlement.decision],
    ),
    text('Reason', 40, ({ settlement }) => settlement?.reason ?? ''),
    text('Settled by', 22, ({ settlement }) => settlement?.by.name ?? ''),
    text('Confirmed by', 22, ({ settlement }) => settlement?.confirmedBy?.name ?? ''),
    moment('Closed', ({ closedAt }) => closedAt),
  ],
  ticket: sql.ref('payment_exceptions.booking_id'),
  words: [sql.ref('payment_exceptions.bill_ref'), sql.ref('payment_exceptions.receipt')],
  onPrimary: true,
});

/** What waits for the second person of its settlement, or to be settled. */
export const waitingExceptions = ({ scope }: Caller, isProposed: boolean) => sql`
  select payment_exceptions.id, payment_exceptions.organisation, payment_exceptions.zone,
    coalesce(proposed_at, found_at), proposed_by, booking_id, description, null::jsonb
  from payment_exceptions
    left join proposals as proposed on proposed.id = payment_exceptions.settlement
  where ${inScope('payment_exceptions', scope)}
    and ${stateIs[isProposed ? 'proposed' : 'open']}`;
