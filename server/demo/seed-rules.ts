import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import { organisationNames, type Organisation } from '#contract/places.ts';
import { firstRules, type TicketRules } from '#contract/ticket-rules.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { demoAccounts } from './staff.ts';
import { actorOf } from './trail.ts';

const fixedHolidays = {
  '01-01': 'New Year',
  '05-01': 'Workers’ Day',
  '06-12': 'Democracy Day',
  '10-01': 'Independence Day',
  '12-25': 'Christmas',
  '12-26': 'Boxing Day',
};

const years = [-1, 0, 1].map((off) => new Date().getUTCFullYear() + off);
const power = (section: string, wording: string) => ({ law: 'Demo Traffic Law', section, wording });

/** The rules of the demo's tickets. Their law is made up, as the product knows no law of its own. */
export const demoRules = (organisation: Organisation): TicketRules => ({
  ...firstRules,
  powers: {
    ticket: power('s. 4', 'A driver may pay the published amount instead of standing trial.'),
    impounding: power('s. 7', 'A vehicle that endangers others may be taken to a yard.'),
    confiscation: power('s. 8', 'Papers that are out of date may be kept until they are renewed.'),
    prosecution: power('s. 12', 'Whoever neither pays nor is heard may be brought before a court.'),
  },
  holidays: years.flatMap((year) =>
    Object.entries(fixedHolidays).map(([day, name]) => ({ day: `${year}-${day}`, name })),
  ),
  courts: [`Magistrate Court, ${organisation}`, `Mobile Court, ${organisation}`],
});

/** Rules that hold for every ticket of the demo, by its two state admins. */
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
  for (const organisation of organisationNames) {
    const id = ulid(at.getTime());
    const rules = demoRules(organisation);
    await trx
      .insertInto('ticket_rules')
      .values({
        ...{ id, organisation, reason, demo: true, from_day: from, rules: JSON.stringify(rules) },
        ...{ proposed_by: first.id, proposed_at: at, outcome: 'confirmed' },
        ...{ decided_by: second.id, decided_at: at },
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
