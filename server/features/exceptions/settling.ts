import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type confirmException,
  exceptionDecisions,
  type PaymentException,
  type settleException,
} from '#contract/exceptions.ts';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { enqueueBill, takeBill } from '#server/features/payments/commands.ts';
import { billOfAnother, refusalOfBill } from '#server/features/payments/queries.ts';
import { gatewayNames } from '#server/gateways/payment-gateway.ts';
import type { Actor, Taker } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { closed, notProposed, otherProposal, ownProposal, proposalFor } from './rules.ts';

const proposed = z.strictObject({
  decision: z.enum(exceptionDecisions),
  billRef: z.string().nullable(),
});
type Proposed = z.infer<typeof proposed>;

/** The settlement of an exception, of which its confirmation says when it was proposed. */
const settlementOf = (
  deps: Deps,
  { id, kind, booking, gateway }: PaymentException,
  proposedAt: string,
): decisions.DecidedKind<Proposed> => ({
  kind: 'settlement',
  body: proposed,
  waitsAlready: otherProposal,
  replaces: true,
  async lock(trx) {
    // Locked in the same order as by a withdrawal, booking first, so that the two can't deadlock.
    if (booking)
      await trx
        .selectFrom('bookings')
        .select('id')
        .where('id', '=', booking._id)
        .forUpdate()
        .execute();
    await trx
      .selectFrom('payment_exceptions')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .execute();
  },
  async whyNotEnded(trx, proposal, { by }) {
    const { closed_at, settlement } = await standing(trx, id);
    if (closed_at !== null) return closed;
    if (settlement === null) return notProposed;
    if (settlement !== proposal.id || proposal.proposed_at.getTime() !== Date.parse(proposedAt))
      return otherProposal;
    return proposal.proposed_by === by ? ownProposal : null;
  },
  apply: (trx, { body }, { actor }) =>
    takeEffect(deps, trx, actor, { kind, booking, gateway }, body),
  trail: (_, { subject, body: { decision }, reason }, { outcome }) => ({
    record: 'exception',
    id: subject,
    before: { decision, reason },
    after: { settled: outcome === 'confirmed' },
  }),
});

/**
 * Proposes how an exception is settled; nothing happens until somebody else confirms. 400 where the
 * decision doesn't fit or the bill named isn't the booking's. 409 when it is settled, 503 when the
 * gateway can't be asked.
 */
export async function propose(
  deps: Deps,
  taker: Taker,
  exception: PaymentException,
  body: BodyOf<typeof settleException>,
): Promise<Outcome<null>> {
  const proposal = proposalFor(exception.kind, body);
  if (proposal instanceof Refusal) return proposal;
  if (proposal.billRef !== null) {
    const refusal = await whyNotTaken(deps, exception, proposal.billRef);
    if (refusal) return refusal;
  }
  const { id } = exception;
  const { demo, organisation, zone } = await standing(deps.db, id);
  const { decision, billRef, reason } = proposal;
  let before: string | null = null;
  return decisions.propose(
    deps,
    taker,
    settlementOf(deps, exception, ''),
    {
      organisation,
      zone,
      demo,
      reason,
      parts: [{ subject: id, body: { decision, billRef } }],
      async whyNot(trx) {
        const now = await standing(trx, id);
        before = now.decision;
        return now.closed_at === null ? null : closed;
      },
      trail: () => ({
        record: 'exception',
        id,
        before: { decision: before },
        after: { ...proposal },
      }),
    },
    () => Promise.resolve(null),
  );
}

/**
 * Confirms the settlement that the caller saw, which takes effect with it, or sends it back. 409
 * for its proposer, for an account that is no second person beside theirs, and when another was
 * proposed meanwhile. 403 where the caller's own standing is the reason.
 */
export async function confirm(
  deps: Deps,
  taker: Taker,
  exception: PaymentException,
  { agrees, proposedAt }: BodyOf<typeof confirmException>,
): Promise<Outcome<null>> {
  const seen = exception.settlement;
  if (agrees && seen?.billRef != null) {
    const refusal = await whyNotTaken(deps, exception, seen.billRef);
    if (refusal) return refusal;
  }
  const { closed_at, settlement } = await standing(deps.db, exception.id);
  if (closed_at !== null) return closed;
  if (settlement === null) return notProposed;
  return decisions.decide(
    deps,
    taker,
    settlementOf(deps, exception, proposedAt),
    { id: settlement, decision: { agrees, reason: '' } },
    () => Promise.resolve(null),
  );
}

/** Where an exception lies, and the settlement that stands. */
const standing = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('payment_exceptions as exception')
    .leftJoin('proposals', 'proposals.id', 'exception.settlement')
    .select([
      'exception.organisation',
      'exception.zone',
      'exception.demo',
      'closed_at',
      'settlement',
    ])
    .select(sql<string | null>`body ->> 'decision'`.as('decision'))
    .where('exception.id', '=', id)
    .executeTakeFirstOrThrow();

async function takeEffect(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  { kind, booking, gateway }: Pick<PaymentException, 'kind' | 'booking' | 'gateway'>,
  { decision, billRef }: Proposed,
): Promise<Refusal | null> {
  const name = gatewayNames.find((known) => known === gateway);
  if (booking === null) return null;
  if (decision === 'bill found' && billRef !== null && name !== undefined) {
    const bill = { gateway: name, billRef, page: null };
    const taken = await takeBill(deps, trx, actor, booking._id, bill);
    return taken === 'of another booking' ? billOfAnother : null;
  }
  if (decision !== 'ask again') return null;
  const asked = await trx
    .updateTable('bookings')
    // A late bill may be being asked for right now: then that process keeps its lease.
    .set({ bill_problem: null, ...(kind !== 'bill late' && { bill_asked_at: null }) })
    .where('id', '=', booking._id)
    .where('bill_ref', 'is', null)
    .where(isUnpaid)
    .returning('id')
    .executeTakeFirst();
  if (asked) await enqueueBill(deps.jobs, trx, booking._id);
  return null;
}

async function whyNotTaken(
  deps: Deps,
  { booking, gateway }: PaymentException,
  billRef: string,
): Promise<Refusal | undefined> {
  return booking ? refusalOfBill(deps, { gateway, billRef, booking }) : undefined;
}
