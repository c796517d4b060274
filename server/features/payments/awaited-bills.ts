import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** Before this booking's bill is asked for again, a person must look at the gateway. */
export const wasReviewed = (eb: ExpressionBuilder<DB, 'bookings'>) =>
  eb
    .selectFrom('payment_exceptions')
    .select('payment_exceptions.id')
    .whereRef('booking_id', '=', 'bookings.id')
    .where('kind', 'in', ['bill in doubt', 'bill refused'])
    .where('closed_at', 'is', null);

/**
 * Whether a notice may be about a bill that the gateway has made but whose answer hasn't arrived:
 * one was asked for before the notice came, and its result isn't known yet. For ten minutes at
 * most.
 */
export async function isBillPending(db: Kysely<DB>, noticeId: string): Promise<boolean> {
  const asked = await db
    .selectFrom('bookings')
    .select('id')
    .where('bill_ref', 'is', null)
    .where('bill_asked_at', '<=', (eb) =>
      eb
        .selectFrom('notices')
        .select('received_at')
        .where('notices.id', '=', noticeId)
        .where('received_at', '>', sql<Date>`now() - interval '10 minutes'`),
    )
    .where((eb) => eb.not(eb.exists(wasReviewed(eb))))
    .limit(1)
    .executeTakeFirst();
  return asked !== undefined;
}
