import { movedBy } from '#contract/periods.ts';
import { inTime, type TicketRules } from '#contract/ticket-rules.ts';
import { Refusal } from '#server/http/refusal.ts';

export const noDuty = new Refusal(
  403,
  'no_duty',
  'This needs the duty of a dispute officer. Two state admins give it, under Users.',
);

export const answeredAlready = new Refusal(
  409,
  'already_decided',
  'This dispute has ended: it was answered, or its ticket paid or withdrawn. Look at it again.',
);

/** Nobody judges a ticket that they have issued. */
export const ownTicket = new Refusal(
  409,
  'own_ticket',
  'You have issued this ticket, so another dispute officer answers.',
);

interface Standing {
  readonly paid: boolean;
  readonly isWithdrawn: boolean;
  readonly priceKobo: number;
  readonly isErased: boolean;
  readonly isReferred: boolean;
  readonly isDisputed: boolean;
}

/** Why a ticket can't be disputed, as its page says it; null where it can. */
export function whyNotDisputed(standing: Standing): string | null {
  if (standing.isWithdrawn || standing.isErased) return 'Nothing is due on this ticket any more.';
  if (standing.isDisputed) return 'You have objected to this ticket already.';
  if (standing.paid) return 'This ticket is paid, so it can’t be disputed here any more.';
  if (standing.priceKobo === 0) return 'Nothing is due on this ticket.';
  if (standing.isReferred) return 'This ticket is before a court. Say there why you object.';
  return null;
}

/** Beyond the day of the answer the clock of the ticket stands still for so long. */
const graceDays = 7;

/**
 * The due day of a ticket once its dispute is rejected: a week after the answer, and the days that
 * were left when the dispute came. Null for a ticket without one. Days are Africa/Lagos.
 */
export function dueDayAfterDispute(
  rules: Pick<TicketRules, 'toWorkingDay' | 'holidays'>,
  { due, received, answered }: { due: string | null; received: string; answered: string },
): string | null {
  if (due === null) return null;
  const left = Math.max(0, (Date.parse(due) - Date.parse(received)) / 86_400_000);
  return inTime(rules, movedBy(answered, graceDays + left));
}
