import { type ExpressionBuilder, sql } from 'kysely';
import { organisationSchema } from '#contract/places.ts';
import type { Deps } from '../../app.ts';
import type { DB } from '../../db/tables.ts';
import type { PaymentGateway } from '../../gateways/payment-gateway.ts';
import { system } from '../../http/caller.ts';
import { type billKinds, putBeforePerson } from '../exceptions/commands.ts';
import { type Bill, takeBill } from './commands.ts';
import { refreshHeads } from './heads.ts';
import { revenueHeadIds } from './queries.ts';

type BillDeps = Pick<Deps, 'db' | 'gateways'>;

/** A bill could not be made now; the job is tried again later. */
class BillPostponed extends Error {
  override name = 'BillPostponed';
}

// Longer than the gateway's own time-out: whoever asked longer ago died before the answer came.
const lease = sql<Date>`now() - interval '60 seconds'`;

/**
 * Makes the bill of a booking at the gateway and stores its reference. Throws to be tried again
 * where surely no bill was made. Where one may have been, or the gateway refuses, nobody asks again
 * until a person has looked: a booking never gets two bills.
 */
export async function makeBill(deps: BillDeps, bookingId: string): Promise<void> {
  const { db } = deps;
  const gateway = await gatewayFor(deps, bookingId);
  if (!gateway) throw new BillPostponed('No payment gateway is configured.');
  const booking = await claim(db, bookingId);
  if (!booking) {
    await stopUnlessPending(deps, gateway, bookingId);
    return;
  }
  const offences = await withMdasIds(deps, bookingId);
  if (!offences) {
    const story = 'A revenue head is missing at the gateway.';
    await askPerson(deps, gateway, bookingId, 'revenue head missing', story);
    return postpone(db, bookingId, story);
  }
  const answer = await gateway.makeBill({
    bookingId,
    name: booking.name,
    phone: booking.phone_no,
    address: booking.address,
    email: booking.email,
    items: offences,
  });
  if (answer.outcome === 'made')
    await storeBill(db, bookingId, { ...answer, gateway: gateway.name });
  else if (answer.outcome === 'refused')
    await askPerson(deps, gateway, bookingId, 'bill refused', answer.reason);
  else if (answer.mayExist)
    await askPerson(deps, gateway, bookingId, 'bill in doubt', answer.reason);
  else await postpone(db, bookingId, answer.reason);
}

async function gatewayFor(
  { db, gateways }: BillDeps,
  bookingId: string,
): Promise<PaymentGateway | null> {
  const booking = await db
    .selectFrom('bookings')
    .select('organisation')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  const organisation = organisationSchema.safeParse(booking?.organisation).data;
  return organisation === undefined ? null : gateways.of(organisation);
}

/** Takes it on to ask for the bill, when there is none, nobody asks and no person must look first. */
function claim(db: Deps['db'], bookingId: string) {
  return db
    .updateTable('bookings')
    .set({ bill_asked_at: sql`now()` })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb.not(eb.exists(lookedAt(eb, bookingId))))
    .returning(['id', 'name', 'phone_no', 'address', 'email'])
    .executeTakeFirst();
}

/** A person must look at the gateway before this bill is asked for again. */
const lookedAt = (eb: ExpressionBuilder<DB, 'bookings'>, bookingId: string) =>
  eb
    .selectFrom('payment_exceptions')
    .select('payment_exceptions.id')
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', ['bill in doubt', 'bill refused'])
    .where('closed_at', 'is', null);

/** Nothing to do when the bill exists; while another process asks for it, look again later. */
async function stopUnlessPending(
  deps: BillDeps,
  gateway: PaymentGateway,
  bookingId: string,
): Promise<void> {
  const pending = await deps.db
    .selectFrom('bookings')
    .select((eb) => eb('bill_asked_at', '<', lease).as('isDead'))
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', 'is not', null)
    .where((eb) => eb.not(eb.exists(lookedAt(eb, bookingId))))
    .executeTakeFirst();
  if (!pending) return;
  if (!pending.isDead) throw new BillPostponed('The bill is being asked for already.');
  const story = 'Hanya stopped while it asked for the bill.';
  await askPerson(deps, gateway, bookingId, 'bill in doubt', story);
}

/** Nobody asks again by itself: a person looks at the gateway first. */
async function askPerson(
  { db }: BillDeps,
  gateway: PaymentGateway,
  bookingId: string,
  kind: (typeof billKinds)[number],
  story: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const asked = await trx
      .updateTable('bookings')
      .set({ bill_problem: story })
      .where('id', '=', bookingId)
      .where('bill_ref', 'is', null)
      .returning('bill_asked_at')
      .executeTakeFirst();
    if (!asked) return;
    await putBeforePerson(trx, {
      ...{ kind, bookingId, story, billRef: null, amountKobo: null, receipt: '' },
      gateway: gateway.name,
      // One missing head is one matter, however often the bill is tried.
      occasion: kind === 'revenue head missing' ? '' : (asked.bill_asked_at?.toISOString() ?? ''),
    });
  });
}

async function withMdasIds(deps: BillDeps, bookingId: string) {
  const lines = await deps.db
    .selectFrom('booking_offences')
    .select(['line', 'code', 'name', 'amount_kobo'])
    .where('booking_id', '=', bookingId)
    .where('amount_kobo', '>', 0)
    .orderBy('line')
    .execute();
  let ids = await revenueHeadIds(deps.db);
  if (lines.some((line) => !ids.has(line.code))) {
    await refreshHeads(deps);
    ids = await revenueHeadIds(deps.db);
  }
  const items = [];
  for (const line of lines) {
    const mdasId = ids.get(line.code);
    if (mdasId === undefined) return null;
    await deps.db
      .updateTable('booking_offences')
      .set({ mdas_id: mdasId })
      .where('booking_id', '=', bookingId)
      .where('line', '=', line.line)
      .execute();
    items.push({ amountKobo: line.amount_kobo, mdasId, narration: line.name });
  }
  return items;
}

/** Says on the booking why there is no bill yet, frees the lease, and has the job tried again. */
async function postpone(db: Deps['db'], bookingId: string, problem: string): Promise<never> {
  await db
    .updateTable('bookings')
    .set({ bill_problem: problem, bill_asked_at: null })
    .where('id', '=', bookingId)
    .execute();
  throw new BillPostponed(problem);
}

async function storeBill(db: Deps['db'], bookingId: string, bill: Bill): Promise<void> {
  await db.transaction().execute((trx) => takeBill(trx, system, bookingId, bill));
}
