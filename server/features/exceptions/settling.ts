import type { Transaction } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { confirmException, PaymentException, settleException } from '#contract/exceptions.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { enqueueBill, takeBill } from '#server/features/payments/commands.ts';
import { billOfAnother, refusalOfBill } from '#server/features/payments/queries.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import { gatewayNames } from '#server/gateways/payment-gateway.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { closed, notProposed, otherProposal, ownProposal, proposalFor } from './rules.ts';

/**
 * Proposes how an exception is settled; nothing happens until somebody else confirms. 400 where the
 * decision doesn't fit or the bill named isn't the booking's. 409 when it is settled, 503 when the
 * gateway can't be asked.
 */
export async function propose(
  deps: Deps,
  actor: Actor,
  exception: PaymentException,
  body: BodyOf<typeof settleException>,
): Promise<Outcome<void>> {
  const proposal = proposalFor(exception.kind, body);
  if (proposal instanceof Refusal) return proposal;
  if (proposal.billRef !== null) {
    const refusal = await whyNotTaken(deps, exception, proposal.billRef);
    if (refusal) return refusal;
  }
  return deps.db.transaction().execute(async (trx) => {
    const before = await lock(trx, exception.id);
    if (before.closed_at !== null) return closed;
    await trx
      .updateTable('payment_exceptions')
      .set({
        decision: proposal.decision,
        found_bill_ref: proposal.billRef,
        reason: proposal.reason,
        proposed_by: actor.id,
        proposed_at: new Date(),
      })
      .where('id', '=', exception.id)
      .execute();
    await writeAudit(trx, actor, {
      event: 'exception.proposed',
      record: 'exception',
      id: exception.id,
      before: { decision: before.decision },
      after: { ...proposal },
    });
    return undefined;
  });
}

/**
 * Confirms the settlement that the caller saw, which takes effect with it, or sends it back. 409
 * for its proposer, for an account that is no second person beside theirs, and when another was
 * proposed meanwhile. 403 where the caller's own standing is the reason.
 */
export async function confirm(
  deps: Deps,
  actor: Actor,
  exception: PaymentException,
  { agrees, proposedAt }: BodyOf<typeof confirmException>,
): Promise<Outcome<void>> {
  const { settlement } = exception;
  if (agrees && settlement?.billRef != null) {
    const refusal = await whyNotTaken(deps, exception, settlement.billRef);
    if (refusal) return refusal;
  }
  return deps.db.transaction().execute(async (trx) => {
    // Locked in the same order as by a withdrawal, booking first, so that the two can't deadlock.
    if (exception.booking) await lockBooking(trx, exception.booking._id);
    const before = await lock(trx, exception.id);
    if (before.closed_at !== null) return closed;
    if (before.decision === null) return notProposed;
    if (before.proposed_at?.getTime() !== Date.parse(proposedAt)) return otherProposal;
    if (before.proposed_by === actor.id) return ownProposal;
    const second =
      actor.id !== null &&
      before.proposed_by !== null &&
      (await whyNotConfirmed(trx, actor.id, before.proposed_by, agrees));
    if (second) return second;
    const refusal = agrees ? await takeEffect(deps, trx, actor, before) : undefined;
    if (refusal) return refusal;
    await trx
      .updateTable('payment_exceptions')
      .set(agrees ? { confirmed_by: actor.id, closed_at: new Date() } : unsettled)
      .where('id', '=', exception.id)
      .execute();
    await writeAudit(trx, actor, {
      event: agrees ? 'exception.settled' : 'exception.sent-back',
      record: 'exception',
      id: exception.id,
      before: { decision: before.decision, reason: before.reason },
      after: { settled: agrees },
    });
    return undefined;
  });
}

const unsettled = {
  decision: null,
  found_bill_ref: null,
  reason: null,
  proposed_by: null,
  proposed_at: null,
};

async function lockBooking(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().execute();
}

type Locked = Awaited<ReturnType<typeof lock>>;

function lock(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('payment_exceptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function takeEffect(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  { kind, decision, booking_id, found_bill_ref, gateway }: Locked,
): Promise<Refusal | undefined> {
  const name = gatewayNames.find((known) => known === gateway);
  if (booking_id === null) return undefined;
  if (decision === 'bill found' && found_bill_ref !== null && name !== undefined) {
    const bill = { gateway: name, billRef: found_bill_ref, page: null };
    const taken = await takeBill(deps, trx, actor, booking_id, bill);
    return taken === 'of another booking' ? billOfAnother : undefined;
  }
  if (decision !== 'ask again') return undefined;
  const asked = await trx
    .updateTable('bookings')
    // A late bill may be being asked for right now: then that process keeps its lease.
    .set({ bill_problem: null, ...(kind !== 'bill late' && { bill_asked_at: null }) })
    .where('id', '=', booking_id)
    .where('bill_ref', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (asked) await enqueueBill(deps.jobs, trx, booking_id);
  return undefined;
}

async function whyNotTaken(
  deps: Deps,
  { booking, gateway }: PaymentException,
  billRef: string,
): Promise<Refusal | undefined> {
  return booking ? refusalOfBill(deps, { gateway, billRef, booking }) : undefined;
}
