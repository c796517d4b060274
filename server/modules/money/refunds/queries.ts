import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import {
  proofKinds,
  type Refund,
  refundRegister,
  refundSchema,
  refundStates,
} from '#contract/modules/money/refunds.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { inScope } from '#server/scope/conditions.ts';

const isReversed = sql<boolean>`exists (select from refunds where reverses = refund_steps.id)`;

const stateIs = {
  waiting: sql<boolean>`refund_steps.state = 'waiting'`,
  counted: sql<boolean>`refund_steps.state = 'confirmed'`,
  ended: sql<boolean>`refund_steps.state in ('refused', 'taken back')`,
} as const;

const refundsIn = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('refund_steps')
    .leftJoin('bookings', 'bookings.id', 'refund_steps.booking_id')
    .leftJoin('payment_exceptions', 'payment_exceptions.id', 'refund_steps.exception_id')
    .leftJoin('booking_offences as charge', (join) =>
      join
        .onRef('charge.booking_id', '=', 'refund_steps.booking_id')
        .onRef('charge.line', '=', 'refund_steps.line'),
    )
    .where(inScope('refund_steps', scope));

const columns = [
  'refund_steps.kind',
  'refund_steps.organisation',
  'refund_steps.zone',
  'refund_steps.booking_id as booking',
  'refund_steps.line',
  'refund_steps.exception_id as exception',
  'refund_steps.day',
  'refund_steps.proof_kind',
  'refund_steps.proof',
  'refund_steps.reason',
  'refund_steps.reverses',
  'refund_steps.refusal',
  'charge.offence_id as offence',
  sql<string>`refund_steps.id`.as('id'),
  sql<number>`refund_steps.amount_kobo`.as('kobo'),
  sql<Date>`refund_steps.made_at`.as('made_at'),
  sql<Date | null>`refund_steps.decided_at`.as('decided_at'),
  sql<string>`case when ${isReversed} then 'reversed' else refund_steps.state end`.as('state'),
  sql<string>`coalesce(nullif(bookings.registration, ''), bookings.license,
    'Bill ' || payment_exceptions.bill_ref, '')`.as('plate'),
  personIn('refund_steps.made_by', 'refund_steps.made_at').as('by'),
  personIn('refund_steps.decided_by', 'refund_steps.decided_at').as('decider'),
] as const;

type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;
const selected = (db: Kysely<DB>, scope: Scope) => refundsIn(db, scope).select(columns);

function toWire({
  kobo,
  made_at,
  decided_at,
  proof_kind,
  proof,
  decider,
  refusal,
  ...row
}: Row): Refund {
  return refundSchema.parse({
    ...row,
    amount: kobo / 100,
    proof: proof_kind === null ? null : { kind: proof_kind, number: proof },
    at: made_at.toISOString(),
    decided: decided_at && { by: decider, at: decided_at.toISOString(), refusal: refusal ?? '' },
  });
}

/** One refund or reversal, whatever became of it; 404 beyond the caller's scope. */
export async function findRefund(
  db: Kysely<DB>,
  { scope }: Pick<Caller, 'scope'>,
  id: string,
): Promise<Outcome<Refund>> {
  const row = await selected(db, scope).where('refund_steps.id', '=', id).executeTakeFirst();
  return row ? toWire(row) : notFound('refund');
}

const { text, amount, moment } = columnsOf<Refund>();

export const readRefunds = registerRead(refundRegister, {
  rows: (db, scope, { of, head, bookedBy, booking, exception, from, to }) =>
    refundsIn(db, scope)
      .$if(of !== undefined, (those) =>
        those.where('refund_steps.exception_id', of === 'tickets' ? 'is' : 'is not', null),
      )
      .$if(head !== undefined, (those) => those.where('charge.code', '=', head ?? ''))
      .$if(bookedBy !== undefined, (those) =>
        those.where('bookings.created_by', '=', bookedBy ?? ''),
      )
      .$if(booking !== undefined, (those) =>
        those.where('refund_steps.booking_id', '=', booking ?? ''),
      )
      .$if(exception !== undefined, (those) =>
        those.where('refund_steps.exception_id', '=', exception ?? ''),
      )
      .$if(from !== undefined, (those) => those.where('refund_steps.day', '>=', from ?? ''))
      .$if(to !== undefined, (those) => those.where('refund_steps.day', '<=', to ?? '')),
  states: stateIs,
  ticket: sql.ref('refund_steps.booking_id'),
  words: [sql.ref('refund_steps.proof')],
  kobo: sql`case when ${stateIs.counted} then refund_steps.amount_kobo else 0 end`,
  shown: (those) =>
    those
      .select(columns)
      .orderBy('refund_steps.made_at', 'desc')
      .orderBy('refund_steps.id', 'desc'),
  toWire,
  columns: [
    text('Plate or Bill', 18, ({ plate }) => plate),
    text('Booking', 28, ({ booking }) => booking ?? ''),
    text('Offence', 10, ({ offence }) => offence ?? ''),
    text('Exception', 28, ({ exception }) => exception ?? ''),
    text('Organisation', 14, ({ organisation }) => organisation),
    text('Zone', 16, ({ zone }) => zone),
    amount('Amount (naira)', 16, (row) => row.amount),
    text('Status', 24, ({ state }) => refundStates[state]),
    text('Paid Out', 12, ({ day }) => day ?? ''),
    text('Proof', 22, ({ proof }) => (proof ? proofKinds[proof.kind] : '')),
    text('Proof Number', 24, ({ proof }) => proof?.number ?? ''),
    text('Reason', 40, ({ reason }) => reason),
    text('Proposed by', 24, ({ by }) => by.name),
    moment('Proposed (WAT)', ({ at }) => at),
    text('Decided by', 24, ({ decided }) => decided?.by.name ?? ''),
    moment('Decided (WAT)', ({ decided }) => decided?.at ?? null),
    text('Reason for Refusal', 40, ({ decided }) => decided?.refusal ?? ''),
  ],
  // A refund that a replica hasn't got yet would be missing from the sum.
  onPrimary: true,
});

/** Money of one line of a ticket or of one exception. */
export interface MoneyOf {
  readonly booking: string | null;
  readonly line: number | null;
  readonly exception: string | null;
}

/** What came in, on which day (Africa/Lagos), and what is left of it; null where nothing did. */
export async function receivedOf(
  db: Kysely<DB>,
  { booking, line, exception }: MoneyOf,
): Promise<{ readonly day: string; readonly left: number } | null> {
  const { rows } = await sql<{ day: string; left: number }>`
    select day, (received - coalesce((
      select sum(amount_kobo) from refunds
      where exception_id = ${exception} or (booking_id, line) = (${booking}, ${line})), 0))::bigint as left
    from (
      select lagos_day(confirmed_at) as day, charge.amount_kobo as received
      from booking_offences as charge join payments using (booking_id)
      where (charge.booking_id, charge.line) = (${booking}, ${line}) and payments.kind = 'gateway'
      union all
      select lagos_day(found_at), amount_kobo
      from payment_exceptions join proposals as settled on settled.id = settlement
      where payment_exceptions.id = ${exception} and settled.outcome = 'confirmed'
        and settled.body ->> 'decision' = 'refund'
    ) as money where received is not null`.execute(db);
  return rows[0] ?? null;
}

interface Asked {
  readonly scope: Scope;
  readonly days: DayRange;
  /** Of the tickets of one officer alone. */
  readonly officer?: string | undefined;
}

/** A row for each refund and reversal of these days. */
export const givenBackIn = ({ scope, days, officer }: Asked): RawBuilder<unknown> => sql`
  select refunds.id, refunds.booking_id, refunds.organisation, refunds.zone, refunds.day,
         refunds.exception_id is null as "ofTicket",
         created_by as officer, code as head, charge.name, charge.offence_id,
         refunds.amount_kobo as kobo
  from refunds
    left join bookings on bookings.id = refunds.booking_id
    left join booking_offences as charge
      on charge.booking_id = refunds.booking_id and charge.line = refunds.line
  where ${inScope('refunds', scope)} and day between ${days.from}::date and ${days.to}::date
    and (${officer ?? null}::text is null or created_by = ${officer ?? null})`;

/** The refunds and reversals of lines of one booking. */
export const givenBackOfLines = (
  booking: RawBuilder<unknown>,
  lines: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select id, amount_kobo, day, proof, reason, noted_at from refunds
  where refunds.booking_id = ${booking} and refunds.line = any(${lines})`;

/** Refunds and reversals are counted, and summed up. */
export interface GivenBack {
  readonly count: number;
  readonly kobo: number;
}

interface GivenBackRow extends GivenBack {
  readonly key: string;
  /** Of a head: the first of its lines' names and offences; else ''. */
  readonly name: string;
  readonly offence: string;
}

const keys = {
  all: sql`''`,
  day: sql`day::text`,
  head: sql`head`,
  'day and head': sql`day::text || ' ' || head`,
} as const;

/** The sums of money of tickets or of exceptions, in the order of these keys. */
export async function givenBackBy(
  db: Kysely<DB>,
  {
    of,
    by,
    ...asked
  }: Asked & {
    readonly of: 'tickets' | 'exceptions';
    readonly by: keyof typeof keys;
  },
): Promise<GivenBackRow[]> {
  const { rows } = await sql<GivenBackRow>`
    select ${keys[by]} as key, coalesce(min(name), '') as name,
           coalesce(min(offence_id), '') as offence, count(*)::integer as count,
           sum(kobo)::bigint as kobo
    from (${givenBackIn(asked)}) as given where "ofTicket" = ${of === 'tickets'}
    group by 1 order by 1`.execute(db);
  return rows;
}

export async function givenBackOf(
  db: Kysely<DB>,
  asked: Asked & { readonly of: 'tickets' | 'exceptions' },
): Promise<GivenBack> {
  const [all] = await givenBackBy(db, { ...asked, by: 'all' });
  return { count: all?.count ?? 0, kobo: all?.kobo ?? 0 };
}
