import type { Transaction } from 'kysely';
import { organisationNames } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { lastInOfficeHours } from './calendar.ts';
import { confirmAt, noteAt, proposeAt, type Staff } from './proposals.ts';
import { demoAccounts, demoFormerAdmin } from './staff.ts';
import { demoRules } from './ticket-rules.ts';

/** Rules that hold for every ticket of the demo, by its two state admins, and the duties of both. */
export async function insertRules(
  trx: Transaction<DB>,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const staff = (officer: Staff['officer']): Staff => ({
    officer,
    id: ids.get(officer.email) ?? '',
  });
  const [first, second] = demoAccounts.filter(({ role }) => role === 'state admin').map(staff);
  if (!first || !second) throw new Error('The demo needs two state admins.');
  const from = dayOf(new Date(now.getTime() - 375 * dayMs));
  // They are confirmed before their first day.
  const confirmed = lastInOfficeHours(new Date(now.getTime() - 376 * dayMs));
  const proposed = lastInOfficeHours(new Date(confirmed.getTime() - dayMs));
  const reason = 'The first rules of the demo.';
  const former = staff(demoFormerAdmin);
  for (const [duty, { id: user }, decider] of [
    ['court officer', first, second],
    ['dispute officer', second, first],
  ] as const) {
    const organisation = 'Kaduna';
    const id = await proposeAt(trx, proposed, former, {
      kind: 'duty',
      organisation,
      subject: `${duty} ${user}`,
      body: { duty, user, until: null },
      reason: '',
    });
    await confirmAt(trx, confirmed, decider, id);
    const said = { proposal: id, duty, organisation, until: null };
    const record = { record: 'user', id: user } as const;
    await noteAt(trx, proposed, former, {
      ...record,
      event: 'duty.proposed',
      before: null,
      after: { ...said, state: 'waiting' },
    });
    await noteAt(trx, confirmed, decider, {
      ...record,
      event: 'duty.given',
      before: { proposal: id, state: 'waiting' },
      after: { ...said, state: 'in force' },
    });
  }
  for (const organisation of organisationNames) {
    const rules = demoRules(organisation);
    const id = await proposeAt(trx, proposed, first, {
      kind: 'set of rules',
      organisation,
      subject: from,
      body: { from, rules },
      reason,
    });
    await confirmAt(trx, confirmed, second, id);
    const record = { record: 'organisation', id: organisation } as const;
    await noteAt(trx, proposed, first, {
      ...record,
      event: 'rules.proposed',
      before: null,
      after: { proposal: id, from, reason, rules },
    });
    await noteAt(trx, confirmed, second, {
      ...record,
      event: 'rules.set',
      before: { proposal: id, from },
      after: { proposal: id, from },
    });
  }
}
