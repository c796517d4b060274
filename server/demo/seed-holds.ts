import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import { liftHold, setHold } from '#contract/modules/after-ticket/holds.ts';
import type { DB } from '#server/db/tables.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { lastInOfficeHours } from './calendar.ts';
import { noteAt } from './proposals.ts';
import { demoAccounts } from './staff.ts';

const heldUntil = (until: string) => [
  { forWhom: 'High Court 4, Kaduna', reason: 'The driver is suing over the tow.', until: null },
  { forWhom: 'Police, Zaria division', reason: 'The vehicle was reported stolen.', until },
  {
    forWhom: 'Magistrate Court 2, Zaria',
    reason: 'The court is hearing an insurer’s claim.',
    until: null,
  },
];

const settled = 'The claim was settled.';

/** The first three cleared tickets of Zaria are held, of which the last hold was lifted. */
export async function seedHolds(
  trx: Transaction<DB>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const held = heldUntil(dayOf(new Date(now.getTime() + 180 * dayMs)));
  const setAt = lastInOfficeHours(new Date(now.getTime() - 2 * dayMs));
  const liftedAt = lastInOfficeHours(now);
  const [first, second] = demoAccounts
    .filter(({ role }) => role === 'state admin')
    .map((officer) => ({ officer, id: ids.get(officer.email) ?? '' }));
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
    const hold = ulid(setAt.getTime());
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
        set_at: setAt,
        ...(isLifted && { lifted_by: second.id, lifted_at: liftedAt, lift_reason: settled }),
      })
      .execute();
    await noteAt(trx, setAt, first, {
      event: setHold.audit,
      record: setHold.of,
      id,
      before: null,
      after: { hold, ...why },
    });
    if (isLifted)
      await noteAt(trx, liftedAt, second, {
        event: liftHold.audit,
        record: liftHold.of,
        id,
        before: { hold, state: 'in force' },
        after: { hold, state: 'lifted', reason: settled },
      });
  }
}
