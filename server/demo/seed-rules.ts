import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { ProposalKind } from '#contract/decisions.ts';
import { type Organisation, organisationNames } from '#contract/places.ts';
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
  for (const [duty, { id: user }, decider] of [
    ['court officer', first, second],
    ['dispute officer', second, first],
  ] as const) {
    const organisation = 'Kaduna';
    const id = await insertConfirmed(trx, at, [former, decider.id], {
      kind: 'duty',
      organisation,
      subject: `${duty} ${user}`,
      body: { duty, user, until: null },
      reason: '',
    });
    const said = { proposal: id, duty, organisation, until: null };
    const record = { record: 'user', id: user } as const;
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
    const rules = demoRules(organisation);
    const id = await insertConfirmed(trx, at, [first.id, second.id], {
      kind: 'set of rules',
      organisation,
      subject: from,
      body: { from, rules },
      reason,
    });
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

/** A proposal that one account made and another confirmed, at the same moment; answers its id. */
async function insertConfirmed(
  trx: Transaction<DB>,
  at: Date,
  [proposer, decider]: readonly [proposer: string, decider: string],
  proposed: {
    readonly kind: ProposalKind;
    readonly organisation: Organisation;
    readonly subject: string;
    readonly body: object;
    readonly reason: string;
  },
): Promise<string> {
  const id = ulid(at.getTime());
  await trx
    .insertInto('proposals')
    .values({
      ...proposed,
      id,
      demo: true,
      body: JSON.stringify(proposed.body),
      proposed_by: proposer,
      proposed_at: at,
    })
    .execute();
  await trx
    .updateTable('proposals')
    .set({ outcome: 'confirmed', decided_by: decider, decided_at: at })
    .where('id', '=', id)
    .execute();
  return id;
}
