import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import { each } from '#contract/booking-fields.ts';
import { bookingColumns } from '#server/db/booking-columns.ts';
import type { Database } from '#server/db/database.ts';
import type { Bookings } from '#server/db/tables.ts';

const { dob: _dob, ...columns } = bookingColumns;
const empty = each(Object.values(columns), '');

/**
 * Stores an unpaid booking of Kaduna directly, for tests that need their own transaction; answers
 * its id.
 */
export async function storeBooking(
  db: Database,
  officerId: string,
  changes: Partial<Insertable<Bookings>> = {},
): Promise<string> {
  const [id = ''] = await storeBookings(db, officerId, [changes]);
  return id;
}

/** The same of several at once. */
export async function storeBookings(
  db: Database,
  officerId: string,
  each: readonly Partial<Insertable<Bookings>>[],
): Promise<string[]> {
  const bookings = each.map((changes) => {
    const id = ulid();
    return {
      ...empty,
      id,
      body_hash: id,
      organisation: 'Kaduna',
      zone: 'Zaria',
      created_by: officerId,
      license: 'KAD48271AA12',
      name: 'Musa Danladi',
      phone_no: '0900 555 0142',
      address: '14 Benin Street',
      registration: 'ABC-123DE',
      confiscations: [],
      price_kobo: 1_200_000,
      ...changes,
    };
  });
  await db.insertInto('bookings').values(bookings).execute();
  return bookings.map(({ id }) => id);
}

/** The code in the address of a ticket. */
export async function ticketCodeOf(db: Database, id: string): Promise<string> {
  const booking = db.selectFrom('bookings').select('ticket_code').where('id', '=', id);
  return (await booking.executeTakeFirstOrThrow()).ticket_code;
}
