import type { Kysely, Transaction } from 'kysely';
import { ulid } from 'ulid';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import type { PaymentState } from '#server/gateways/payment-gateway.ts';
import type { Actor } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { forgetBill, noteChecked } from './bill-watch.ts';
import {
  type Anomaly,
  assessBill,
  assessNothingDue,
  type BillAssessment,
  type Standing,
} from './rules.ts';

export type BillCheckDeps = Pick<Deps, 'db' | 'gateways'> & FollowDeps;

/** The cause of the check. Only a person's (`check`) is audited whatever it finds. */
type Via = 'check' | 'sweep' | 'notice';

/** The booking after a check, and what the check found. */
export interface CheckedBill {
  readonly outcome: BillAssessment['outcome'];
  /** Set where the outcome is `exception`. */
  readonly anomaly: Anomaly['kind'] | null;
  readonly billRef: string | null;
  readonly paid: boolean;
  readonly completed: boolean;
  readonly checkedAt: Date;
}

/**
 * The only way in which a booking becomes paid: asks its gateway about its bill. With the booking
 * locked, it stores the payment, or raises an exception for money that doesn't fit. Repeated or
 * concurrent, it leaves one payment, and one exception for each anomaly.
 */
export async function checkBill(
  deps: BillCheckDeps,
  actor: Actor,
  { bookingId }: { readonly bookingId: string },
  via: Via,
): Promise<Outcome<CheckedBill>> {
  const { db, gateways } = deps;
  const bill = await bookingRow(db, bookingId).executeTakeFirst();
  if (!bill) return notFound('booking');
  const said = await ask(gateways, bill);
  const checkedAt = new Date();
  if (via !== 'check') {
    const { outcome } = await assess(db, bookingId, bill, said);
    // Most looks end here, without locking the booking: that alone would write to its page.
    if (outcome !== 'paid' && outcome !== 'exception') {
      await (outcome === 'paid already'
        ? forgetBill(db, bookingId)
        : noteChecked(db, bookingId, outcome !== 'unknown'));
      const { bill_ref: billRef, paid, completed } = bill;
      return { outcome, anomaly: null, billRef, paid, completed, checkedAt };
    }
  }
  return db.transaction().execute(async (trx) => {
    const before = await bookingRow(trx, bookingId).forUpdate().executeTakeFirstOrThrow();
    const assessment = await assess(trx, bookingId, before, said);
    await noteChecked(trx, bookingId, assessment.outcome !== 'unknown');
    if (assessment.outcome === 'paid') {
      await storePayment(deps, trx, actor, { bookingId, before, receipt: assessment.receipt });
    } else if (assessment.outcome === 'exception') {
      await raiseAnomaly(trx, bookingId, before, assessment.anomaly);
    }
    const paid = before.paid || assessment.outcome === 'paid';
    if (via === 'check') {
      await writeAudit(trx, actor, {
        event: 'booking.checked',
        record: 'booking',
        id: bookingId,
        before: { paid: before.paid },
        after: { paid, ...('finding' in assessment && { finding: assessment.finding }) },
      });
    }
    const { bill_ref: billRef, completed } = before;
    const { outcome } = assessment;
    const anomaly = outcome === 'exception' ? assessment.anomaly.kind : null;
    return { outcome, anomaly, billRef, paid, completed, checkedAt };
  });
}

/** The answer of the gateway that has the bill; without a bill nothing is asked. */
async function ask(
  gateways: Deps['gateways'],
  bill: { bill_ref: string | null; bill_gateway: string | null },
): Promise<PaymentState> {
  if (bill.bill_ref === null) return { outcome: 'pending' };
  const gateway = gateways.named(bill.bill_gateway);
  if (!gateway)
    return { outcome: 'unknown', reason: 'The payment gateway for this bill is not set up.' };
  return gateway.paymentOf(bill.bill_ref);
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingRow>['executeTakeFirstOrThrow']>>;

function bookingRow(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('bookings')
    .select([
      'bill_ref',
      'bill_gateway',
      'paid',
      'completed',
      'price_kobo',
      'withdrawn_at',
      'decided_at',
    ])
    .where('id', '=', id);
}

/**
 * The meaning of the gateway's answer for the booking. It stands only while the booking is locked.
 */
async function assess(
  db: Kysely<DB>,
  bookingId: string,
  { price_kobo, withdrawn_at, decided_at, bill_gateway }: BookingRow,
  said: PaymentState,
): Promise<BillAssessment> {
  const payment = await db
    .selectFrom('payments')
    .select(['amount_kobo as amountKobo', 'receipt'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst();
  const counted =
    said.outcome === 'paid' && !payment
      ? await db
          .selectFrom('payments')
          .select('id')
          .where('kind', '=', 'gateway')
          .where('gateway', '=', bill_gateway ?? '')
          .where('receipt', '=', said.receipt)
          .executeTakeFirst()
      : undefined;
  const standing: Standing = {
    priceKobo: price_kobo,
    withdrawn: withdrawn_at !== null,
    decided: decided_at !== null,
    payment: payment ?? null,
    receiptCounted: counted !== undefined,
  };
  return price_kobo === 0 ? assessNothingDue(standing) : assessBill(said, standing);
}

/** One exception for each amount and receipt, however often it is found. */
async function raiseAnomaly(
  trx: Transaction<DB>,
  bookingId: string,
  { bill_ref, bill_gateway }: BookingRow,
  anomaly: Anomaly,
): Promise<void> {
  await raiseException(trx, {
    ...anomaly,
    bookingId,
    gateway: bill_gateway ?? '',
    billRef: bill_ref,
    dedupeKey: `${anomaly.amountKobo ?? ''} ${anomaly.receipt}`,
  });
}

async function storePayment(
  deps: FollowDeps,
  trx: Transaction<DB>,
  actor: Actor,
  paid: { bookingId: string; before: BookingRow; receipt: string },
): Promise<void> {
  const { bookingId, before, receipt } = paid;
  const isDue = before.price_kobo > 0;
  await trx
    .insertInto('payments')
    .values({
      id: ulid(),
      booking_id: bookingId,
      kind: isDue ? 'gateway' : 'nothing due',
      gateway: isDue ? (before.bill_gateway ?? '') : '',
      bill_ref: before.bill_ref,
      amount_kobo: before.price_kobo,
      receipt,
      confirmed_by: actor.id,
    })
    .execute();
  await trx.updateTable('bookings').set({ paid: true }).where('id', '=', bookingId).execute();
  await happened(deps, trx, actor, {
    event: 'booking.paid',
    record: 'booking',
    id: bookingId,
    before: { paid: false },
    after: { paid: true, amount: before.price_kobo / 100, receipt },
  });
}
