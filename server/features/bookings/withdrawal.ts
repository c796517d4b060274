import type { Transaction } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import { happened } from '#server/acts/happened.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { bookingById } from './queries.ts';
import { justPaid, whyNotWithdrawn, withdrawnAlready } from './rules.ts';

interface Withdrawal {
  readonly booking: Booking;
  readonly reason: string;
  /** Done first in its transaction; a refusal leaves the booking as it is. */
  readonly before?: (trx: Transaction<DB>) => Promise<Outcome<true>>;
}

/**
 * Withdraws an unpaid booking for good. The gateway is asked about its bill first, since money that
 * has arrived must count. Without an answer the booking is withdrawn all the same, and money that
 * arrives later raises an exception. Of many callers at once one succeeds, the others get a 409.
 */
export async function withdrawBooking(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { booking, reason, before }: Withdrawal,
): Promise<Outcome<Booking>> {
  const refusal =
    whyNotWithdrawn(booking) ?? (await whyNotUndone(deps.db, caller.userId, booking.createdBy.id));
  if (refusal) return refusal;
  const why = await deps.consequences.lookFirst(deps, 'booking.withdrawn', actor, booking);
  if (why) return why;
  const withdrawn = await deps.db.transaction().execute(async (trx): Promise<Outcome<boolean>> => {
    const row = await trx
      .selectFrom('bookings')
      .select('id')
      .where('id', '=', booking._id)
      .where('paid', '=', false)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const first = await before?.(trx);
    if (first instanceof Refusal) return first;
    await trx
      .updateTable('bookings')
      .set({
        withdrawn_at: new Date(),
        withdrawn_by: caller.userId,
        withdrawn_reason: reason,
      })
      .where('id', '=', booking._id)
      .execute();
    await happened(deps, trx, actor, {
      event: 'booking.withdrawn',
      record: 'booking',
      id: booking._id,
      before: { withdrawn: false },
      after: { withdrawn: true, reason },
    });
    return true;
  });
  if (withdrawn instanceof Refusal) return withdrawn;
  const now = await bookingById(deps.db, booking._id);
  if (!now) throw new Error(`Booking ${booking._id} vanished.`);
  if (withdrawn) return now;
  return now.paid ? justPaid : withdrawnAlready;
}
