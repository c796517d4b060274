import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import type { Database } from '#server/db/database.ts';
import type { Bookings } from '#server/db/tables.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import { makeAccount } from './factories.ts';
import { storeBooking } from './raw-bookings.ts';

/** Two organisations, one of them with two zones. */
export const historyPlaces = [
  { organisation: 'Kaduna', zone: 'Zaria' },
  { organisation: 'Kaduna', zone: 'Chikun' },
  { organisation: 'Ogun', zone: 'Ifo' },
];

/** The ids of three officers who book, and of a superior who withdraws. */
export async function historyPeople(db: Database) {
  const made = [1, 2, 3].map(() => makeAccount(db, 'booking officer'));
  const officers = (await Promise.all(made)).map(({ id }) => id);
  return { officers, superiorId: (await makeAccount(db, 'state admin')).id };
}

/** The history of a booking. Instants are UTC. */
export interface History {
  /** Naira of each of its lines, by their payment code. */
  readonly lines: readonly { readonly code: string; readonly naira: number }[];
  readonly made: string;
  readonly billed: boolean;
  /** The time at which it was paid; a booking is paid only with a bill. */
  readonly paid: string | null;
  readonly cleared: boolean;
  /** By whom; only without a payment. */
  readonly withdrawnBy: string | null;
  readonly odd: number;
  readonly changes?: Partial<Insertable<Bookings>>;
}

export const priceOf = ({ lines }: Pick<History, 'lines'>): number =>
  lines.reduce((sum, { naira }) => sum + naira, 0);

/** Stores a booking with its history, whose rules the database keeps; answers its id and bill. */
export async function storeHistory(
  db: Database,
  officerId: string,
  history: History,
): Promise<{ id: string; billRef: string | null }> {
  const { lines, made, billed, paid, cleared, withdrawnBy, odd } = history;
  const billRef = billed ? `BILL-${ulid()}` : null;
  const kobo = priceOf(history) * 100;
  const id = await db.transaction().execute(async (trx) => {
    const stored = await storeBooking(trx, officerId, {
      created_at: new Date(made),
      price_kobo: kobo,
      ...history.changes,
      bill_ref: billRef,
      bill_gateway: billRef === null ? null : 'PayKaduna',
      ...(withdrawnBy !== null && {
        withdrawn_at: new Date(made),
        withdrawn_by: withdrawnBy,
        withdrawn_reason: 'Wrong plate.',
      }),
    });
    for (const [index, { code, naira }] of lines.entries())
      await trx
        .insertInto('booking_offences')
        .values({
          booking_id: stored,
          line: index + 1,
          code,
          offence_id: offenceOf(code),
          name: `Offence ${code}`,
          penalty: '',
          amount_kobo: naira * 100,
          mdas_id: null,
        })
        .execute();
    return stored;
  });
  if (paid !== null)
    await storePayment(db, { id, billRef, kobo, paid, clearedBy: cleared ? officerId : null });
  for (let number = 0; number < odd; number += 1)
    await db.transaction().execute((trx) =>
      raiseException(trx, {
        kind: 'other amount',
        bookingId: id,
        gateway: 'PayKaduna',
        billRef,
        amountKobo: 100,
        receipt: '',
        description: 'Odd.',
        dedupeKey: String(number),
      }),
    );
  return { id, billRef };
}

const offenceOf = (code: string): string => `LGC-${code.slice(-2)}`;

async function storePayment(
  db: Database,
  history: {
    id: string;
    billRef: string | null;
    kobo: number;
    paid: string;
    clearedBy: string | null;
  },
): Promise<void> {
  const { id, billRef, kobo, paid, clearedBy } = history;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('payments')
      .values({
        id: ulid(),
        booking_id: id,
        bill_ref: billRef,
        amount_kobo: kobo,
        kind: 'gateway',
        gateway: 'PayKaduna',
        receipt: id.slice(-8),
        confirmed_at: new Date(paid),
      })
      .execute();
    await trx
      .updateTable('bookings')
      .set({
        paid: true,
        completed: clearedBy !== null,
        completed_by: clearedBy,
        completed_at: clearedBy === null ? null : new Date(paid),
      })
      .where('id', '=', id)
      .execute();
  });
}
