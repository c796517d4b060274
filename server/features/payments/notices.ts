import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import { ulid } from 'ulid';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { noticePayment } from '#contract/notices.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import {
  gatewayNames,
  type Notice,
  type PaymentGateway,
} from '#server/gateways/payment-gateway.ts';
import { type Actor, system } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import type { SentBytes } from '#server/http/serve.ts';
import { isBillPending } from './awaited-bills.ts';
import { type BillCheckDeps, checkBill, type CheckedBill } from './bill-check.ts';
import { lockBill } from './bill-lock.ts';
import { type NoticeJob, noticeQueue } from './jobs.ts';
import { describeUnknownBill, forged } from './rules.ts';

/**
 * Thrown when the gateway gives no reliable answer, so that the notice is processed again later.
 */
class NoticePostponed extends Error {
  override name = 'NoticePostponed';
}

const taken: ResponseOf<typeof noticePayment> = { success: true };

/**
 * Stores a gateway's own notice, together with the job that then asks the gateway. `address` is the
 * gateway's name in small letters. 404 for a gateway that isn't configured, 401 for a notice that
 * it didn't sign.
 */
export async function takeNotice(
  { db, gateways, jobs }: Pick<Deps, 'db' | 'gateways' | 'jobs'>,
  actor: Actor,
  address: string,
  { bytes, headers }: SentBytes,
): Promise<Outcome<ResponseOf<typeof noticePayment>>> {
  const name = gatewayNames.find((known) => known.toLowerCase() === address);
  const gateway = gateways.named(name ?? null);
  if (!gateway) return notFound('payment gateway');
  const notice = gateway.readNotice(bytes, headers);
  if (notice.outcome === 'forged') return forged;
  if (notice.outcome === 'ignored' || !isReference(notice.billRef)) return taken;
  const { billRef } = notice;
  const id = ulid();
  await db.transaction().execute(async (trx) => {
    const isNew = await trx
      .insertInto('notices')
      .values({ id, gateway: gateway.name, event: eventOf(notice), bill_ref: billRef })
      .onConflict((conflict) => conflict.columns(['gateway', 'event']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!isNew) return;
    await writeAudit(trx, actor, {
      event: 'notice.received',
      record: 'notice',
      id,
      before: null,
      after: { gateway: gateway.name, billRef },
    });
    const job: NoticeJob = { noticeId: id };
    await jobs.send(noticeQueue.name, job, { db: fromKysely(trx) });
  });
  return taken;
}

// References of all gateways consist of these.
const isReference = (billRef: string): boolean => /^[\w.=-]{1,100}$/.test(billRef);

const eventOf = ({ event }: Extract<Notice, { outcome: 'notice' }>): string =>
  /^[\w.=:-]{1,128}$/.test(event) ? event : createHash('sha256').update(event).digest('hex');

type NoticeResult = Exclude<CheckedBill['outcome'], 'unknown'> | 'no such bill';

/** Asks the gateway about a notice's bill and settles the notice. Throws to be tried again. */
export async function verifyNotice(deps: BillCheckDeps, { noticeId }: NoticeJob): Promise<void> {
  const notice = await deps.db
    .selectFrom('notices')
    .select(['id', 'gateway', 'bill_ref as billRef'])
    .where('id', '=', noticeId)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  if (!notice) return;
  const outcome = await outcomeOf(deps, notice);
  if (outcome === 'unknown') throw new NoticePostponed('The payment gateway is not responding.');
  await deps.db
    .updateTable('notices')
    .set({ outcome, settled_at: sql`now()` })
    .where('id', '=', noticeId)
    .where('settled_at', 'is', null)
    .execute();
}

async function outcomeOf(
  deps: BillCheckDeps,
  notice: { id: string; gateway: string; billRef: string },
): Promise<NoticeResult | 'unknown'> {
  const booking = await deps.db
    .selectFrom('bookings')
    .select('id as bookingId')
    .where('bill_ref', '=', notice.billRef)
    .where('bill_gateway', '=', notice.gateway)
    .executeTakeFirst();
  if (booking) {
    const checked = await checkBill(deps, system, booking, 'notice');
    return 'billRef' in checked ? checked.outcome : 'unknown';
  }
  if (await isBillPending(deps.db, notice.id))
    throw new NoticePostponed('Hanya is creating a bill, which may be this one.');
  const gateway = deps.gateways.named(notice.gateway);
  return gateway ? lookAtUnknownBill(deps, gateway, notice.billRef) : 'unknown';
}

/**
 * Asks about a bill that no booking has. If it is paid, an exception is raised with the gateway's
 * own organisation, once for each amount and receipt. `unknown`: ask again later.
 */
async function lookAtUnknownBill(
  { db, gateways }: BillCheckDeps,
  gateway: PaymentGateway,
  billRef: string,
): Promise<'exception' | 'pending' | 'no such bill' | 'unknown'> {
  const said = await gateway.paymentOf(billRef);
  if (said.outcome === 'pending') return 'pending';
  const money = describeUnknownBill(said);
  if (!money) {
    const found = await gateway.findBill(billRef);
    return found.outcome === 'none' ? 'no such bill' : 'unknown';
  }
  return db.transaction().execute(async (trx) => {
    const bill = { gateway: gateway.name, billRef };
    await lockBill(trx, bill);
    const booking = await trx
      .selectFrom('bookings')
      .select('id')
      .where('bill_ref', '=', billRef)
      .executeTakeFirst();
    // A booking was given the bill meanwhile, and counts the money itself.
    if (booking) return 'unknown';
    await raiseException(trx, {
      ...bill,
      ...money,
      kind: 'unknown bill',
      bookingId: null,
      organisation: gateways.homeOf(gateway),
      dedupeKey: `${money.amountKobo ?? ''} ${money.receipt}`,
    });
    return 'exception';
  });
}
