import { ulid } from 'ulid';
import type { Organisation } from '#contract/places.ts';
import { firstRules, type TicketRules } from '#contract/ticket-rules.ts';
import { dayFromNow } from './fees.ts';
import type { TestApp } from './test-app.ts';

export const someRules: TicketRules = {
  ...firstRules,
  powers: {
    ...firstRules.powers,
    ticket: {
      law: 'Traffic Law',
      section: 's. 30',
      wording: 'A driver may pay and waive a trial.',
    },
  },
};

interface Stands {
  /** Their first day, from today. */
  days: number;
  by: string;
  /** Without it, they wait. */
  decidedBy?: string;
  rules?: Partial<TicketRules>;
  organisation?: Organisation;
  demo?: boolean;
}

/** Rules of tickets as two people left them, confirmed the day before they hold; answers their id. */
export async function ticketRules(
  { db }: Pick<TestApp, 'db'>,
  { days, by, decidedBy, rules, organisation = 'Kaduna', demo = false }: Stands,
): Promise<string> {
  const id = ulid();
  await db
    .insertInto('ticket_rules')
    .values({
      id,
      organisation,
      demo,
      from_day: dayFromNow(days),
      reason: 'The gazette.',
      rules: JSON.stringify({ ...someRules, ...rules }),
      proposed_by: by,
      ...(decidedBy !== undefined && {
        outcome: 'confirmed',
        decided_by: decidedBy,
        decided_at: new Date(Date.now() + (days - 1) * 86_400_000),
      }),
    })
    .execute();
  return id;
}
