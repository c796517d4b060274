import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { PaymentCheck } from '#contract/bookings.ts';
import type { Deps } from '../../app.ts';
import type { DB } from '../../db/tables.ts';
import type { Actor } from '../../http/caller.ts';
import { notFound, type Outcome } from '../../http/refusal.ts';
import { writeAudit } from '../audit/commands.ts';
import { putBeforePerson } from '../exceptions/commands.ts';
import { type Verdict, verdictOf } from './rules.ts';

/**
 * Asks the gateway about this booking's bill and settles it when it is paid in
 * full. Without a bill nothing is asked; with nothing due the check is the payment.
 */
export async function checkPayment(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<Outcome<PaymentCheck>> {
  const bill = await deps.db
    .selectFrom('bookings')
    .select(['bill_ref', 'bill_gateway', 'paid'])
    .where('id', '=', bookingId)
    .executeTakeFirst();
  if (!bill) return notFound('booking');
  const state =
    bill.bill_ref === null || bill.paid
      ? undefined
      : await deps.gateways.named(bill.bill_gateway)?.paymentOf(bill.bill_ref);
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockBooking(trx, bookingId);
    const checked_at = new Date();
    await trx.updateTable('bookings').set({ checked_at }).where('id', '=', bookingId).execute();
    const price = before.price_kobo;
    const verdict =
      price === 0
        ? ({ paid: true, receipt: '' } as const)
        : verdictOf(state ?? { outcome: 'pending' }, price);
    await lookAtOddity(trx, { bookingId, before, verdict });
    const settles = verdict.paid && !before.paid;
    if (settles) {
      await settle(trx, actor, { bookingId, before, receipt: verdict.receipt });
    }
    const paid = before.paid || settles;
    await writeAudit(trx, actor, {
      event: 'booking.checked',
      record: 'booking',
      id: bookingId,
      before: { paid: before.paid },
      after: { paid, ...(verdict.paid || paid ? {} : { finding: verdict.finding }) },
    });
    return {
      _id: bookingId,
      billRef: before.bill_ref,
      paid,
      completed: before.completed,
      checkedAt: checked_at.toISOString(),
    };
  });
}

/** The same question asked by the sweep, which writes down only what it changes. */
export async function settleIfPaid(
  deps: Deps,
  actor: Actor,
  bill: { id: string; bill_ref: string; bill_gateway: string | null },
): Promise<void> {
  const state = await deps.gateways.named(bill.bill_gateway)?.paymentOf(bill.bill_ref);
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockBooking(trx, bill.id);
    await trx
      .updateTable('bookings')
      .set({ checked_at: new Date() })
      .where('id', '=', bill.id)
      .execute();
    const verdict = verdictOf(state ?? { outcome: 'pending' }, before.price_kobo);
    await lookAtOddity(trx, { bookingId: bill.id, before, verdict });
    if (verdict.paid && !before.paid)
      await settle(trx, actor, { bookingId: bill.id, before, receipt: verdict.receipt });
  });
}

/** Money that doesn't fit goes before a person, once for each amount and receipt. */
async function lookAtOddity(
  trx: Transaction<DB>,
  found: { bookingId: string; before: LockedBooking; verdict: Verdict },
): Promise<void> {
  const { bookingId, before, verdict } = found;
  if (verdict.paid || !verdict.oddity || before.paid) return;
  const { oddity } = verdict;
  await putBeforePerson(trx, {
    ...oddity,
    bookingId,
    gateway: before.bill_gateway ?? '',
    billRef: before.bill_ref,
    occasion: `${oddity.amountKobo ?? ''} ${oddity.receipt}`,
  });
}

type LockedBooking = Awaited<ReturnType<typeof lockBooking>>;

function lockBooking(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('bookings')
    .select(['bill_ref', 'bill_gateway', 'paid', 'completed', 'price_kobo'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function settle(
  trx: Transaction<DB>,
  actor: Actor,
  paid: { bookingId: string; before: LockedBooking; receipt: string },
): Promise<void> {
  const { bookingId, before, receipt } = paid;
  const nothingDue = before.price_kobo === 0;
  await trx
    .insertInto('payments')
    .values({
      id: ulid(),
      booking_id: bookingId,
      kind: nothingDue ? 'nothing due' : 'gateway',
      gateway: nothingDue ? '' : (before.bill_gateway ?? ''),
      bill_ref: before.bill_ref,
      amount_kobo: before.price_kobo,
      receipt,
      confirmed_by: actor.id,
    })
    .execute();
  await trx.updateTable('bookings').set({ paid: true }).where('id', '=', bookingId).execute();
  await writeAudit(trx, actor, {
    event: 'booking.paid',
    record: 'booking',
    id: bookingId,
    before: { paid: false },
    after: { paid: true, amount: before.price_kobo / 100, receipt },
  });
}
