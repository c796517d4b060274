import { sql, type Transaction } from 'kysely';
import { fromKysely } from 'pg-boss';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  billMatters,
  type CheckFinding,
  moneyMatters,
  type PaymentCheck,
  type startPayment as startPaymentCall,
} from '#contract/payments.ts';
import { organisationNames } from '#contract/places.ts';
import { happened } from '#server/acts/happened.ts';
import type { FollowDeps, Part } from '#server/acts/part.ts';
import { asPrepared, prepared } from '#server/db/reading/prepared.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { justPaid } from '#server/features/bookings/queries.ts';
import { matterOf } from '#server/features/exceptions/queries.ts';
import type { BillAt, GatewayName } from '#server/gateways/payment-gateway.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { checkBill, type CheckedBill } from './bill-check.ts';
import { lockBill } from './bill-lock.ts';
import { nextCheckOf } from './bill-watch.ts';
import { type BillJob, billQueue, type Jobs, type SweepJob, sweepQueue } from './jobs.ts';
import { paymentPageOf } from './queries.ts';
import { alreadyPaid, gatewaySilent, nothingDue } from './rules.ts';
import { sweepAfter } from './schedule.ts';

/** A ticket that costs something gets a bill. */
export const billFollows = {
  'booking.made': async ({ jobs }, trx, { id, after }) => {
    if (priceSchema.parse(after).price > 0) await enqueueBill(jobs, trx, id);
  },
} satisfies Part['follows'];

/** The audit row of a new booking holds its price. */
const priceSchema = z.object({ price: z.number() });

/** Nobody withdraws a ticket whose money has arrived: its gateway is asked first. */
export const billLooksFirst = {
  'booking.withdrawn': async (deps, actor, { _id, billRef }) => {
    if (billRef === null) return null;
    const checked = await checkPayment(deps, actor, _id);
    if (checked instanceof Refusal) return checked;
    return checked.paid ? justPaid : null;
  },
} satisfies Part['looksFirst'];

/** Queues the making of a booking's bill in the booking's own transaction. */
export async function enqueueBill(
  jobs: Jobs,
  trx: Transaction<DB>,
  bookingId: string,
): Promise<void> {
  const job: BillJob = { bookingId };
  const inTransaction = fromKysely(trx);
  await jobs.send(billQueue.name, job, {
    db: { executeSql: (text, values) => inTransaction.executeSql(asPrepared(text), values) },
  });
}

/**
 * The bill at its gateway: its reference, and its page if the gateway tells that only when the bill
 * is made.
 */
export interface Bill extends BillAt {
  readonly gateway: GatewayName;
}

/** `taken`: the booking now has this bill. Otherwise nothing was changed. */
type Taken = 'taken' | 'has a bill' | 'of another booking';

/**
 * Gives a booking its bill, with the bill locked. A withdrawn booking takes it too, since money may
 * still arrive for it.
 */
export async function takeBill(
  deps: FollowDeps,
  trx: Transaction<DB>,
  actor: Actor,
  bookingId: string,
  { gateway, billRef, page }: Bill,
): Promise<Taken> {
  // The booking is always locked first, so that transactions can't deadlock.
  await trx.selectFrom('bookings').select('id').where('id', '=', bookingId).forUpdate().execute();
  await lockBill(trx, { gateway, billRef });
  const stored = await trx
    .updateTable('bookings')
    .set({ bill_ref: billRef, bill_gateway: gateway, bill_page: page, bill_problem: null })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where((eb) => eb.not(eb.exists(ownerOf(trx, billRef))))
    .returning('id')
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!stored) {
    const owner = await ownerOf(trx, billRef).executeTakeFirst();
    return owner && owner.id !== bookingId ? 'of another booking' : 'has a bill';
  }
  await happened(deps, trx, actor, {
    event: 'booking.billed',
    record: 'booking',
    id: bookingId,
    before: { billRef: null },
    after: { billRef, gateway },
  });
  return 'taken';
}

/** The booking that has a bill. */
const ownerOf = (trx: Transaction<DB>, billRef: string) =>
  trx.selectFrom('bookings as owner').select('owner.id').where('owner.bill_ref', '=', billRef);

/** Check Status: asks the gateway about a booking's bill for a person. 404 without the booking. */
export async function checkPayment(
  deps: Pick<Deps, 'db' | 'gateways'> & FollowDeps,
  actor: Actor,
  bookingId: string,
): Promise<Outcome<PaymentCheck>> {
  const checked = await checkBill(deps, actor, { bookingId }, 'check');
  if (checked instanceof Refusal) return checked;
  const { billRef, paid, completed, checkedAt } = checked;
  const finding = await findingOf(deps, bookingId, checked);
  return { _id: bookingId, billRef, paid, completed, checkedAt: checkedAt.toISOString(), finding };
}

/** The address of the gateway's page for this booking's bill. 409 when paid or withdrawn, 503 without an answer. */
export async function startPayment(
  deps: Deps,
  actor: Actor,
  booking: Booking,
): Promise<Outcome<ResponseOf<typeof startPaymentCall>>> {
  if (booking.paid) return alreadyPaid;
  if (booking.withdrawal !== null) return nothingDue;
  const why = await deps.consequences.lookFirst(deps, 'payment.started', actor, booking);
  if (why) return why;
  const { billRef, organisation, _id, price } = booking;
  if (billRef === null) return notFound('bill');
  const page = await paymentPageOf(deps, { billRef, organisation });
  if (page.outcome !== 'page') return gatewaySilent;
  await deps.db.transaction().execute((trx) =>
    writeAudit(trx, actor, {
      event: 'payment.started',
      record: 'booking',
      id: _id,
      before: { paid: false },
      after: { paid: false, billRef },
    }),
  );
  return { success: true, url: page.url, data: { _id, billRef, price } };
}

/** Not the transaction's begin, which may lie before that of a sweep it waited for. */
const moment = sql<Date>`clock_timestamp()`;
const aMinuteAgo = sql<Date>`clock_timestamp() - interval '1 minute'`;

/**
 * Starts a sweep of the open bills in the caller's scope. False, and nothing written, where one
 * started within a minute.
 */
export async function startSweep(deps: Deps, actor: Actor, caller: Caller): Promise<boolean> {
  const { organisation, zone } = caller.scope;
  const recent = await deps.db
    .selectFrom('sweeps')
    .select('organisation')
    .where('started_at', '>=', aMinuteAgo)
    .where('started_at', '<=', moment)
    .execute();
  const names = (organisation === null ? organisationNames : [organisation]).filter(
    (name) => !recent.some((sweep) => sweep.organisation === name),
  );
  if (names.length === 0) return false;
  return deps.db.transaction().execute(async (trx) => {
    let started = false;
    for (const name of names) {
      const due = await trx
        .insertInto('sweeps')
        .values({ organisation: name, started_at: moment })
        .onConflict((conflict) =>
          conflict
            .column('organisation')
            .doUpdateSet({ started_at: moment })
            .where((eb) =>
              eb.or([
                eb('sweeps.started_at', '<', aMinuteAgo),
                eb('sweeps.started_at', '>', moment),
              ]),
            ),
        )
        .returning('organisation')
        .executeTakeFirst();
      // Somebody else started it in the same moment.
      if (!due) continue;
      const sweep: SweepJob = { organisation: name, zone };
      await deps.jobs.send(sweepQueue.name, sweep, { db: fromKysely(trx) });
      await writeAudit(trx, actor, {
        event: 'bookings.swept',
        record: 'organisation',
        id: name,
        before: null,
        after: { zone, started: true },
      });
      started = true;
    }
    return started;
  });
}

const matters = [...billMatters, ...moneyMatters];

/** The result of a check, in the detail that the person who asked sees. */
async function findingOf(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  bookingId: string,
  { outcome, anomaly, billRef, paid }: CheckedBill,
): Promise<CheckFinding> {
  if (paid) return { is: 'paid' };
  const matter = await matterOf(db, bookingId, matters);
  if (matter && !matter.closed) return beforePerson(matter.kind, false);
  // Found before and settled since: it raises no second exception.
  const known = moneyMatters.find((kind) => kind === anomaly);
  if (known) return beforePerson(known, true);
  if (billRef === null) return { is: 'no bill' };
  if (outcome !== 'unknown') return { is: 'not paid' };
  if (!(await hasGateway({ db, gateways }, bookingId))) return { is: 'no gateway' };
  const next = await nextCheckOf(db, bookingId);
  return { is: 'no answer', againAt: next && sweepAfter(next).toISOString() };
}

const beforePerson = (matter: (typeof matters)[number], settled: boolean): CheckFinding => ({
  is: 'before a person',
  matter,
  settled,
});

/** True if the gateway of a bill is still configured, so that it can be asked. */
async function hasGateway(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  bookingId: string,
): Promise<boolean> {
  const bill = await db
    .selectFrom('bookings')
    .select('bill_gateway')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return gateways.named(bill?.bill_gateway ?? null) !== null;
}
