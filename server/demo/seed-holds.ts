import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import { liftHold, setHold } from '#contract/holds.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { demoAccounts } from './staff.ts';
import { actorOf } from './trail.ts';

const until = dayOf(new Date(Date.now() + 180 * dayMs));
const held = [
  { forWhom: 'High Court 4, Kaduna', reason: 'The driver sues over the tow.', until: null },
  { forWhom: 'Police, Zaria division', reason: 'The vehicle was reported stolen.', until },
  { forWhom: 'Magistrate’s Court 2, Zaria', reason: 'An insurer’s claim is heard.', until: null },
];

const settled = 'The claim was settled.';

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
    const hold = ulid();
    const { forWhom, reason } = why;
    const isLifted = why === held.at(-1);
    await trx
      .insertInto('holds')
      .values({
        id: hold,
        booking_id: id,
        organisation: 'Kaduna',
        zone: 'Zaria',
        demo: true,
        for_whom: forWhom,
        reason,
        until_day: why.until,
        set_by: first.id,
        ...(isLifted && { lifted_by: second.id, lifted_at: new Date(), lift_reason: settled }),
      })
      .execute();
    await writeAudit(trx, first, {
      event: setHold.audit,
      record: setHold.of,
      id,
      before: null,
      after: { hold, ...why },
    });
    if (isLifted)
      await writeAudit(trx, second, {
        event: liftHold.audit,
        record: liftHold.of,
        id,
        before: { hold, state: 'in force' },
        after: { hold, state: 'lifted', reason: settled },
      });
  }
}
