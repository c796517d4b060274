import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isUnpaid } from '#server/db/unpaid.ts';

/** Before this booking's bill is asked for again, a person must look at the gateway. */
export const wasReviewed = (eb: ExpressionBuilder<DB, 'bookings'>) =>
  eb
    .selectFrom('payment_exceptions')
    .select('payment_exceptions.id')
    .whereRef('booking_id', '=', 'bookings.id')
    .where('kind', 'in', ['bill in doubt', 'bill refused'])
    .where('closed_at', 'is', null);

/**
 * True if a notice may be about a bill whose answer hasn't arrived: one was asked for before the
 * notice came, and its result isn't known yet. For ten minutes at most. `bill_asked_at` has no
 * index, or asking for a bill would write to every index of bookings. The few bookings without a
 * bill are found by the indexes that they have anyway.
 */
export async function isBillPending(db: Kysely<DB>, noticeId: string): Promise<boolean> {
  const received = db
    .selectFrom('notices')
    .select('received_at')
    .where('notices.id', '=', noticeId)
    .where('received_at', '>', sql<Date>`now() - interval '10 minutes'`);
  const asked = db
    .selectFrom('bookings')
    .select('id')
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', '<=', received)
    .where((eb) => eb.not(eb.exists(wasReviewed(eb))))
    .limit(1);
  const due = await asked.where(isUnpaid).where('price_kobo', '>', 0).executeTakeFirst();
  if (due) return true;
  // Withdrawn since it was asked for; a minute after that its answer comes no more.
  const withdrawn = await asked
    .where('withdrawn_at', '>', sql<Date>`${received} - interval '1 minute'`)
    .executeTakeFirst();
  return withdrawn !== undefined;
}
