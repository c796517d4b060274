import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { holdBooking, liftHoldOf } from '#server/features/holds/commands.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { demoAccounts } from './staff.ts';
import { actorOf } from './trail.ts';

const suit = { forWhom: 'High Court 4, Kaduna', reason: 'The driver sues over the tow.' };
const theft = { forWhom: 'Police, Zaria division', reason: 'The vehicle was reported stolen.' };
const claim = { forWhom: 'Magistrate’s Court 2, Zaria', reason: 'An insurer’s claim is heard.' };

/** Three cleared tickets of Zaria that somebody may ask for: one without end, one for half a year, one lifted. */
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
    .limit(3)
    .execute();
  const halfAYear = dayOf(new Date(Date.now() + 180 * dayMs));
  for (const [index, { id }] of tickets.entries()) {
    const why = [suit, theft, claim][index];
    if (!first || !second || !why) return;
    const until = why === theft ? halfAYear : null;
    const hold = await holdBooking(trx, first, id, { ...why, until });
    if (hold instanceof Refusal || why !== claim) continue;
    await liftHoldOf(trx, second, id, { hold: hold.id, reason: 'The claim was settled.' });
  }
}
