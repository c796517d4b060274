import { sql } from 'kysely';
import type { billMatters } from '#contract/payments.ts';
import { organisationSchema } from '#contract/places.ts';
import type { FollowDeps } from '#server/acts/part.ts';
import { prepared } from '#server/db/reading/prepared.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import type { BillRequest, PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { system } from '#server/http/caller.ts';
import { wasReviewed } from './awaited-bills.ts';
import { type Bill, takeBill } from './commands.ts';
import { refreshHeads } from './heads.ts';
import { narrationOf, withoutGateway } from './rules.ts';

/** Thrown when a bill can't be made now, so that the job is tried again. */
class BillPostponed extends Error {
  override name = 'BillPostponed';
}

// Longer than the gateway's time-out with both keys: whoever asked longer ago died before the
// answer came.
const lease = sql<Date>`now() - interval '60 seconds'`;

/**
 * Makes the bill of a booking at the gateway and stores its reference. Throws, to be tried again,
 * where certainly no bill was made. Where one may have been made, or the gateway refuses, a person
 * looks first, so that a booking never gets two bills. A withdrawn booking gets none, and one of an
 * organisation without a gateway waits until it has one.
 */
export async function makeBill(deps: ItemsDeps & FollowDeps, bookingId: string): Promise<void> {
  const { db, gateways } = deps;
  const wanting = await db
    .selectFrom('bookings')
    .select('organisation')
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where(isUnpaid)
    .executeTakeFirst();
  if (!wanting) return;
  const gateway = gateways.of(organisationSchema.parse(wanting.organisation));
  if (!gateway) return leaveUntilServed(deps, bookingId);
  // Before the lease is taken, which must cover the request alone.
  const items = await billItems(deps, gateway, bookingId);
  if (items.outcome !== 'items') {
    if (items.outcome === 'missing')
      await holdForReview(deps, gateway, bookingId, 'revenue head missing', items.reason);
    return postpone(deps, bookingId, items.reason);
  }
  const booking = await claim(deps, bookingId);
  if (!booking) return stopUnlessPending(deps, gateway, bookingId);
  const answer = await gateway.makeBill({
    bookingId,
    name: booking.name,
    phone: booking.phone_no,
    address: booking.address,
    email: booking.email,
    items: items.items,
  });
  if (answer.outcome === 'made')
    await storeBill(deps, gateway, bookingId, { ...answer, gateway: gateway.name });
  else if (answer.outcome === 'refused')
    await holdForReview(deps, gateway, bookingId, 'bill refused', answer.reason);
  else if (answer.mayExist) {
    distrust(gateway);
    await holdForReview(deps, gateway, bookingId, 'bill in doubt', answer.reason);
  } else await giveBack(deps, bookingId, answer.reason);
}

/**
 * Ends the job: only a new configuration brings a gateway, and `askForBillsLeft` finds the bills then.
 * Else every booking of the organisation would be tried for weeks, hundreds in a second.
 */
async function leaveUntilServed({ db }: ItemsDeps, bookingId: string): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ bill_problem: withoutGateway })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', 'is', null)
    .where(isUnpaid)
    .execute();
}

/**
 * Takes the lease to ask for the bill, if there is no bill, no other lease and no exception in the
 * way.
 */
function claim({ db }: ItemsDeps, bookingId: string) {
  return db
    .updateTable('bookings')
    .set({ bill_asked_at: sql`now()` })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', 'is', null)
    .where(isUnpaid)
    .where((eb) => eb.not(eb.exists(wasReviewed(eb))))
    .returning(['id', 'name', 'phone_no', 'address', 'email'])
    .modifyEnd(prepared)
    .executeTakeFirst();
}

/** Returns if the bill exists; throws, to be tried later, while another process asks for it. */
async function stopUnlessPending(
  deps: ItemsDeps,
  gateway: PaymentGateway,
  bookingId: string,
): Promise<void> {
  const pending = await deps.db
    .selectFrom('bookings')
    .select((eb) => eb('bill_asked_at', '<', lease).as('isDead'))
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', 'is not', null)
    .where(isUnpaid)
    .where((eb) => eb.not(eb.exists(wasReviewed(eb))))
    .executeTakeFirst();
  if (!pending) return;
  if (!pending.isDead)
    throw new BillPostponed('Hanya is already asking the payment gateway to create the bill.');
  const description = 'Hanya stopped while it was asking the payment gateway to create the bill.';
  await holdForReview(deps, gateway, bookingId, 'bill in doubt', description);
}

/** Stops automatic retries: a person looks at the gateway first. */
async function holdForReview(
  { db }: ItemsDeps,
  gateway: PaymentGateway,
  bookingId: string,
  kind: Exclude<(typeof billMatters)[number], 'bill late'>,
  description: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const asked = await trx
      .updateTable('bookings')
      .set({ bill_problem: description })
      .where('id', '=', bookingId)
      .where('bill_ref', 'is', null)
      .where(isUnpaid)
      .returning('bill_asked_at')
      .executeTakeFirst();
    if (!asked) return;
    await raiseException(trx, {
      kind,
      bookingId,
      description,
      billRef: null,
      amountKobo: null,
      receipt: '',
      gateway: gateway.name,
      // One exception for each missing head, however often the bill is tried.
      dedupeKey: kind === 'revenue head missing' ? '' : (asked.bill_asked_at?.toISOString() ?? ''),
    });
  });
}

/** Records on the booking why it has no bill yet, and has the job tried again. */
async function postpone({ db }: ItemsDeps, bookingId: string, problem: string): Promise<never> {
  await db
    .updateTable('bookings')
    .set({ bill_problem: problem })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .execute();
  throw new BillPostponed(problem);
}

/** The same while holding the lease, which it ends. */
async function giveBack({ db }: ItemsDeps, bookingId: string, problem: string): Promise<never> {
  await db
    .updateTable('bookings')
    .set({ bill_problem: problem, bill_asked_at: null })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .execute();
  throw new BillPostponed(problem);
}

/**
 * Raises an exception for a bill that can't be the booking's, as it exists at the gateway all the
 * same.
 */
async function storeBill(
  deps: ItemsDeps & FollowDeps,
  gateway: PaymentGateway,
  bookingId: string,
  bill: Bill,
): Promise<void> {
  const { billRef } = bill;
  const taken = await deps.db.transaction().execute(async (trx) => {
    const result = await takeBill(deps, trx, system, bookingId, bill);
    if (result === 'has a bill')
      await raiseException(trx, {
        kind: 'unknown bill',
        bookingId,
        billRef,
        amountKobo: null,
        receipt: '',
        gateway: gateway.name,
        description: `The payment gateway created a second bill, ${billRef}, for this booking. Nobody should pay the second bill.`,
        dedupeKey: billRef,
      });
    return result;
  });
  if (taken !== 'of another booking') return;
  const description = `The payment gateway answered with bill ${billRef}, which belongs to another booking.`;
  await holdForReview(deps, gateway, bookingId, 'bill in doubt', description);
}

type ItemsDeps = Pick<Deps, 'db' | 'gateways'>;

/**
 * `missing`: the gateway has no revenue head for an offence. `silent`: it doesn't answer with its
 * revenue heads now.
 */
type Items =
  | { readonly outcome: 'items'; readonly items: BillRequest['items'] }
  | { readonly outcome: 'missing' | 'silent'; readonly reason: string };

/** Left a bill in doubt, and has answered nothing since; each is asked for its heads before a bill. */
const inTrouble = new WeakSet<PaymentGateway>();

/** The next bill is asked for only once the gateway tells its revenue heads. */
const distrust = (gateway: PaymentGateway): void => void inTrouble.add(gateway);

/**
 * The items of a booking's bill, each with its revenue head where the gateway bills by revenue
 * head.
 */
async function billItems(
  deps: ItemsDeps,
  gateway: PaymentGateway,
  bookingId: string,
): Promise<Items> {
  let lines = await linesOf(deps, bookingId);
  const lacksHead = lines.some(({ head }) => head === null);
  if (gateway.billsByHead && (lacksHead || inTrouble.has(gateway))) {
    if (!(await refreshHeads(deps)))
      return { outcome: 'silent', reason: 'The payment gateway does not list its revenue heads.' };
    inTrouble.delete(gateway);
    lines = await linesOf(deps, bookingId);
    if (lines.some(({ head }) => head === null))
      return { outcome: 'missing', reason: 'A revenue head is missing at the payment gateway.' };
  }
  for (const { line, head, mdas_id } of lines) {
    if (head === null || head === mdas_id) continue;
    await deps.db
      .updateTable('booking_offences')
      .set({ mdas_id: head })
      .where('booking_id', '=', bookingId)
      .where('line', '=', line)
      .execute();
  }
  const items = lines.map(({ amount_kobo, head, name }) => ({
    amountKobo: amount_kobo,
    mdasId: head,
    narration: narrationOf(name, bookingId),
  }));
  return { outcome: 'items', items };
}

/** The lines of the bill: the revenue head known when it was booked, and today's. */
function linesOf({ db }: ItemsDeps, bookingId: string) {
  return db
    .selectFrom('booking_offences as line')
    .leftJoin('revenue_heads as head', 'head.revenue_code', 'line.code')
    .select(['line.line', 'line.name', 'line.amount_kobo', 'line.mdas_id', 'head.mdas_id as head'])
    .where('line.booking_id', '=', bookingId)
    .where('line.amount_kobo', '>', 0)
    .orderBy('line.line')
    .modifyEnd(prepared)
    .execute();
}
