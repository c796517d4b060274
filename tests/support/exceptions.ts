import type { Database } from '#server/db/database.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import type { Client } from './client.ts';
import { booked } from './journey.ts';

/** A new booking whose gateway spoke of another amount; answers the id of the exception. */
export async function anException(
  db: Database,
  client: Client,
  changes?: Parameters<typeof booked>[1],
): Promise<string> {
  const { _id: bookingId } = await booked(client, changes);
  await raiseOtherAmount(db, bookingId);
  const { id } = await db
    .selectFrom('payment_exceptions')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return id;
}

/** The gateway speaks of another amount than the booking's. */
export const raiseOtherAmount = (db: Database, bookingId: string): Promise<unknown> =>
  db.transaction().execute((trx) =>
    raiseException(trx, {
      kind: 'other amount',
      bookingId,
      gateway: 'PayKaduna',
      billRef: null,
      amountKobo: 100,
      receipt: '00000001',
      description: 'The payment gateway says that ₦1 was paid for a bill of ₦12,000.',
      dedupeKey: 'test',
    }),
  );
