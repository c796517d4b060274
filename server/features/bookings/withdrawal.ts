import type { Transaction } from 'kysely';
import type { withdrawBooking } from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { bookingNow } from './queries.ts';
import { type Clearable, whyNotWithdrawn, whyNotWithdrawnNow } from './rules.ts';

interface Withdrawable extends Pick<Clearable, 'paid' | 'withdrawal' | 'decided'> {
  readonly createdBy: string;
}

/** Of many callers at once one withdraws an unpaid booking for good, the others get a 409. */
export const withdrawing = (deps: Deps): Steps<typeof withdrawBooking, Booking, Withdrawable> => ({
  id: ({ _id }) => _id,
  before: ({ record, actor, caller }) => whyNotToWithdraw(deps, actor, caller, record),
  lock: (trx, { record: { _id } }) => lockToWithdraw(trx, _id),
  rule: whyNotWithdrawnNow,
  first: ({ createdBy }) => createdBy,
  change: (trx, _row, { record, body, caller }) => withdraw(trx, caller, record._id, body.reason),
  answer: (trx, { record: { _id } }) => bookingNow(trx, _id),
});

/**
 * Why a booking isn't withdrawn, before the transaction. Whoever may withdraw it has the gateway asked
 * about its bill: money that has arrived must count. Without an answer it is withdrawn all the same,
 * and money that arrives later raises an exception.
 */
export const whyNotToWithdraw = async (
  deps: Deps,
  actor: Actor,
  caller: Caller,
  booking: Booking,
): Promise<Refusal | null> =>
  whyNotWithdrawn(booking) ??
  (await whyNotUndone(deps.db, caller.userId, booking.createdBy.id)) ??
  (await deps.consequences.lookFirst(deps, 'booking.withdrawn', actor, booking));

export const lockToWithdraw = (trx: Transaction<DB>, id: string): Promise<Withdrawable> =>
  trx
    .selectFrom('bookings')
    .select([
      'paid',
      'withdrawn_at as withdrawal',
      'decided_at as decided',
      'created_by as createdBy',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Withdraws a locked booking, and answers what the trail says of it. */
export async function withdraw(
  trx: Transaction<DB>,
  { userId: withdrawn_by }: Caller,
  id: string,
  reason: string,
) {
  await trx
    .updateTable('bookings')
    .set({ withdrawn_at: new Date(), withdrawn_by, withdrawn_reason: reason })
    .where('id', '=', id)
    .execute();
  return { before: { withdrawn: false }, after: { withdrawn: true, reason } };
}
