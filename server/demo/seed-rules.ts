import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import { organisationNames } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { demoAccounts, demoFormerAdmin } from './staff.ts';
import { demoRules } from './ticket-rules.ts';
import { actorOf } from './trail.ts';

/** Rules that hold for every ticket of the demo, by its two state admins, and the duties of both. */
export async function insertRules(
  trx: Transaction<DB>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const [first, second] = demoAccounts
    .filter(({ role }) => role === 'state admin')
    .map((officer) => ({ officer, id: ids.get(officer.email) ?? '' }));
  if (!first || !second) throw new Error('The demo needs two state admins.');
  const at = new Date(now.getTime() - 375 * dayMs);
  const from = dayOf(at);
  const reason = 'The first rules of the demo.';
  const former = ids.get(demoFormerAdmin.email) ?? '';
  for (const [duty, { id: user_id }, decider] of [
    ['court officer', first, second],
    ['dispute officer', second, first],
  ] as const) {
    const id = ulid(at.getTime());
    const organisation = 'Kaduna';
    await trx
      .insertInto('duties')
      .values({
        id,
        duty,
        user_id,
        organisation,
        demo: true,
        state: 'in force',
        proposed_by: former,
        proposed_at: at,
        decided_by: decider.id,
        decided_at: at,
      })
      .execute();
    const said = { proposal: id, duty, organisation, until: null };
    const record = { record: 'user', id: user_id } as const;
    await writeAudit(trx, actorOf(demoFormerAdmin, former), {
      ...record,
      event: 'duty.proposed',
      before: null,
      after: { ...said, state: 'waiting' },
    });
    await writeAudit(trx, actorOf(decider.officer, decider.id), {
      ...record,
      event: 'duty.given',
      before: { proposal: id, state: 'waiting' },
      after: { ...said, state: 'in force' },
    });
  }
  for (const organisation of organisationNames) {
    const id = ulid(at.getTime());
    const rules = demoRules(organisation);
    await trx
      .insertInto('ticket_rules')
      .values({
        id,
        organisation,
        reason,
        demo: true,
        from_day: from,
        rules: JSON.stringify(rules),
        proposed_by: first.id,
        proposed_at: at,
        outcome: 'confirmed',
        decided_by: second.id,
        decided_at: at,
      })
      .execute();
    const record = { record: 'organisation', id: organisation } as const;
    await writeAudit(trx, actorOf(first.officer, first.id), {
      ...record,
      event: 'rules.proposed',
      before: null,
      after: { proposal: id, from, reason, rules },
    });
    await writeAudit(trx, actorOf(second.officer, second.id), {
      ...record,
      event: 'rules.set',
      before: { proposal: id, from },
      after: { proposal: id, from },
    });
  }
}
