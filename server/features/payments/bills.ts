import { sql } from 'kysely';
import type { Deps } from '../../app.ts';
import { system } from '../../http/caller.ts';
import { writeAudit } from '../audit/commands.ts';
import { refreshHeads } from './heads.ts';
import { revenueHeadIds } from './queries.ts';

type BillDeps = Pick<Deps, 'db' | 'gateway'>;

/** A bill could not be made now; the job is tried again later. */
class BillPostponed extends Error {
  override name = 'BillPostponed';
}

// Longer than the gateway's own time-out, so that a live request is never doubled.
const lease = sql<Date>`now() - interval '25 seconds'`;

/**
 * Makes the bill of a booking at the gateway and stores its reference.
 * Throws to be tried again: without an answer, or while a revenue head is missing.
 */
export async function makeBill({ db, gateway }: BillDeps, bookingId: string): Promise<void> {
  if (!gateway) throw new BillPostponed('No payment gateway is configured.');
  const booking = await db
    .updateTable('bookings')
    .set({ bill_asked_at: sql`now()` })
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .where((eb) => eb.or([eb('bill_asked_at', 'is', null), eb('bill_asked_at', '<', lease)]))
    .returning(['id', 'name', 'phone_no', 'address'])
    .executeTakeFirst();
  if (!booking) {
    await stopUnlessPending(db, bookingId);
    return;
  }

  const offences = await withMdasIds({ db, gateway }, bookingId);
  if (!offences) {
    return await postpone(db, bookingId, 'A revenue head is missing at the gateway.');
  }
  const answer = await gateway.makeBill({
    bookingId,
    name: booking.name,
    phone: booking.phone_no,
    address: booking.address,
    items: offences,
  });
  if (answer.outcome !== 'made') return await postpone(db, bookingId, answer.reason);
  await storeBill(db, bookingId, answer.billRef);
}

/** Nothing to do when the bill exists; while another process asks for it, look again later. */
async function stopUnlessPending(db: Deps['db'], bookingId: string): Promise<void> {
  const pending = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where('bill_ref', 'is', null)
    .executeTakeFirst();
  if (pending) throw new BillPostponed('The bill is being asked for already.');
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

async function storeBill(db: Deps['db'], bookingId: string, billRef: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('bookings')
      .set({ bill_ref: billRef, bill_problem: null })
      .where('id', '=', bookingId)
      .where('bill_ref', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!stored) return;
    await writeAudit(trx, system, {
      event: 'booking.billed',
      record: 'booking',
      id: bookingId,
      before: { billRef: null },
      after: { billRef },
    });
  });
}
