import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { holdBooking, liftHoldOf } from '#server/features/holds/commands.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { demoAccounts } from './staff.ts';
import { actorOf } from './trail.ts';

const until = dayOf(new Date(Date.now() + 180 * dayMs));
const held = [
  { forWhom: 'High Court 4, Kaduna', reason: 'The driver sues over the tow.', until: null },
  { forWhom: 'Police, Zaria division', reason: 'The vehicle was reported stolen.', until },
  { forWhom: 'Magistrate’s Court 2, Zaria', reason: 'An insurer’s claim is heard.', until: null },
];

/** The first three cleared tickets of Zaria are held, of which the last hold was lifted. */
export async function seedHolds(
  trx: Transaction<DB>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const [first, second] = demoAccounts
    .filter(({ role }) => role === 'state admin')
    .map((officer) => {
      const id = ids.get(officer.email) ?? '';
      return { ...actorOf(officer, id), id };
    });
  const tickets = await trx
    .selectFrom('bookings')
    .select('id')
    .where((eb) => eb.and({ organisation: 'Kaduna', zone: 'Zaria', demo: true, completed: true }))
    .orderBy('completed_at')
    .limit(held.length)
    .execute();
  for (const [index, { id }] of tickets.entries()) {
    const why = held[index];
    if (!first || !second || !why) return;
    const hold = await holdBooking(trx, first, id, why);
    const reason = 'The claim was settled.';
    if (!(hold instanceof Refusal) && why === held.at(-1))
      await liftHoldOf(trx, second, id, { hold: hold.id, reason });
  }
}
