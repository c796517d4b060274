import { firstRules, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Organisation } from '#contract/places.ts';
import { dayFromNow } from './fees.ts';
import { aProposal } from './proposals.ts';
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
}

/** Rules of tickets as two people left them, confirmed the day before they hold; answers their id. */
export function ticketRules(
  app: Pick<TestApp, 'db'>,
  { days, by, decidedBy, rules, organisation = 'Kaduna' }: Stands,
): Promise<string> {
  const from = dayFromNow(days);
  return aProposal(app, {
    kind: 'set of rules',
    organisation,
    subject: from,
    body: { from, rules: { ...someRules, ...rules } },
    by,
    decidedBy,
    decidedAt: new Date(Date.now() + (days - 1) * 86_400_000),
  });
}
