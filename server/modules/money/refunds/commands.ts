import { type Transaction } from 'kysely';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { PaymentException } from '#contract/exceptions.ts';
import type {
  proposeExceptionRefund,
  proposeRefund,
  proposeReversal,
  Refund,
} from '#contract/modules/money/refunds.ts';
import type { Decision } from '#contract/second-person.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import type { Taker } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { nairaOfKobo } from '#server/money.ts';
import { findRefund, type MoneyOf, receivedOf } from './queries.ts';
import * as rules from './rules.ts';

const proposed = z.strictObject({
  booking: z.string().nullable(),
  line: z.number().int().nullable(),
  exception: z.string().nullable(),
  kobo: z.number().int(),
  /** Null for a reversal, which counts on the day of its confirmation. */
  day: z.string().nullable(),
  proof: z.strictObject({ kind: z.string(), number: z.string() }).nullable(),
  reverses: z.string().nullable(),
});
type Proposed = z.infer<typeof proposed>;
type Of = 'refund' | 'reversal';

const subjectOf = ({ booking, line, exception }: MoneyOf): string =>
  [booking, line ?? exception].filter((one) => one !== null).join(' ');

/** What the trail of its ticket says, or that of its exception where no ticket is known. */
const recordOf = ({ booking, exception }: MoneyOf) =>
  booking === null
    ? ({ record: 'exception', id: exception ?? '' } as const)
    : ({ record: 'booking', id: booking } as const);

const kindOf = (kind: Of): decisions.DecidedKind<Proposed> => ({
  kind,
  body: proposed,
  waitsAlready: rules.waitsAlready,
  async lock(trx, subject) {
    // In the order of a withdrawal and of a settlement: the booking first.
    const parts = subject.split(' ');
    await trx
      .selectFrom('bookings')
      .select('id')
      .where('id', '=', parts[0] ?? '')
      .forUpdate()
      .execute();
    await trx
      .selectFrom('payment_exceptions')
      .select('id')
      .where('id', '=', parts.at(-1) ?? '')
      .forUpdate()
      .execute();
  },
  trail: (_, { id, body }, { outcome, refusal }) => ({
    ...recordOf(body),
    before: { proposal: id, state: 'waiting' },
    after: {
      proposal: id,
      state: outcome,
      amount: body.kobo / 100,
      ...(refusal !== null && { reason: refusal }),
    },
  }),
});
const kinds = { refund: kindOf('refund'), reversal: kindOf('reversal') };

interface Place {
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
}

function proposeOf(
  deps: decisions.DecisionDeps,
  taker: Taker,
  kind: Of,
  { reason, body, ...place }: Place & { readonly reason: string; readonly body: Proposed },
  whyNot: (trx: Transaction<DB>) => Promise<Refusal | null>,
): Promise<Outcome<Refund>> {
  const { booking: _booking, kobo, ...said } = body;
  return decisions.propose(
    deps,
    taker,
    kinds[kind],
    {
      ...place,
      reason,
      parts: [{ subject: subjectOf(body), body }],
      whyNot,
      trail: (_, { id }) => ({
        ...recordOf(body),
        before: null,
        after: { proposal: id, state: 'waiting', ...said, amount: kobo / 100, reason },
      }),
    },
    (trx, [id = '']) => findRefund(trx, taker.caller, id),
  );
}

const koboOf = (naira: number): number => Math.round(naira * 100);

/** Of several at once none goes beyond what came in. */
function proposeMoneyBack(
  deps: decisions.DecisionDeps,
  taker: Taker,
  place: Place,
  money: MoneyOf,
  { amount, day, proofKind, proofNumber, reason }: BodyOf<typeof proposeExceptionRefund>,
  nothingReceived: Refusal,
): Promise<Outcome<Refund>> {
  const kobo = koboOf(amount);
  const proof = { kind: proofKind, number: proofNumber };
  const body = { ...money, kobo, day, proof, reverses: null };
  return proposeOf(deps, taker, 'refund', { ...place, reason, body }, async (trx) => {
    const received = await receivedOf(trx, money);
    if (!received) return nothingReceived;
    if (day < received.day || day > todayInLagos())
      return invalid('day', 'Select the day of the payment or a later day, up to today.');
    return kobo <= received.left ? null : rules.moreThanLeft(nairaOfKobo(received.left));
  });
}

/** Proposes a refund of one offence of a paid ticket. */
export async function propose(
  deps: decisions.DecisionDeps,
  taker: Taker,
  { _id: booking, organisation, zone, demo }: Booking,
  { line, ...body }: BodyOf<typeof proposeRefund>,
): Promise<Outcome<Refund>> {
  const charge = await deps.db
    .selectFrom('booking_offences')
    .select('line')
    .where('booking_id', '=', booking)
    .where('line', '=', line)
    .executeTakeFirst();
  if (!charge) return notFound('offence');
  const place = { organisation, zone, demo };
  const money = { booking, line, exception: null };
  return proposeMoneyBack(deps, taker, place, money, body, rules.notPaid);
}

/** Proposes a refund of money beside the tickets, which two people have settled so. */
export async function proposeOfException(
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id: exception }: PaymentException,
  body: BodyOf<typeof proposeExceptionRefund>,
): Promise<Outcome<Refund>> {
  const { booking, ...place } = await deps.db
    .selectFrom('payment_exceptions')
    .select(['organisation', 'zone', 'demo', 'booking_id as booking'])
    .where('id', '=', exception)
    .executeTakeFirstOrThrow();
  const money = { booking, line: null, exception };
  return proposeMoneyBack(deps, taker, place, money, body, rules.notToGiveBack);
}

/** Proposes to take a refund off again, which was noted wrongly. */
export async function reverse(
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id, kind, organisation, zone, booking, line, exception, amount }: Refund,
  { reason }: BodyOf<typeof proposeReversal>,
): Promise<Outcome<Refund>> {
  if (kind === 'reversal') return rules.notReversed;
  const { demo } = await deps.db
    .selectFrom('refund_steps')
    .select('demo')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const body: Proposed = {
    booking,
    line,
    exception,
    kobo: -koboOf(amount),
    day: null,
    proof: null,
    reverses: id,
  };
  const place = { organisation, zone, demo: demo ?? false };
  return proposeOf(deps, taker, 'reversal', { ...place, reason, body }, async (trx) => {
    const now = await findRefund(trx, taker.caller, id);
    return now instanceof Refusal || now.state === 'confirmed' ? null : rules.notReversed;
  });
}

/** Gives back what somebody else has proposed, or reverses it; or refuses that. */
export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id, kind }: Refund,
  decision: Decision,
): Promise<Outcome<Refund>> =>
  decisions.decide(deps, taker, kinds[kind], { id, decision }, (trx) =>
    findRefund(trx, taker.caller, id),
  );

/** Takes back what the caller has proposed. */
export const takeBack = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id, kind }: Refund,
): Promise<Outcome<Refund>> =>
  decisions.takeBack(deps, taker, kinds[kind], { id }, (trx) => findRefund(trx, taker.caller, id));

/** Such as "ABC-123DE: ₦5,000, paid out on 2026-11-20". */
export const refundsToConfirm: QueueOfKind = {
  words({ plate, body }) {
    const { kobo, day } = proposed.parse(body);
    const amount = nairaOfKobo(Math.abs(kobo));
    const what = day === null ? `${amount} was not refunded` : `${amount}, paid out on ${day}`;
    return `${plate ?? 'Unknown bill'}: ${what}`;
  },
};
