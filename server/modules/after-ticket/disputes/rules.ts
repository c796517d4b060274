import { createHash } from 'node:crypto';
import { inTime, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs } from '#server/time.ts';

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

export const sawItBefore = new Refusal(
  409,
  'seen_before',
  'You were shown this ticket before the dispute came. Somebody else answers it.',
);

export const proposerSawIt = new Refusal(
  409,
  'seen_before',
  'Whoever proposed this answer was shown the ticket before the dispute came. Refuse it, and somebody else answers.',
);

export const answerWaits = new Refusal(
  409,
  'already_proposed',
  'An answer to this dispute waits for a second person already. Look at it again.',
);

export const noAnswerWaits = new Refusal(
  409,
  'none_waits',
  'No answer to this dispute waits for a second person. Look at it again.',
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
  if (standing.priceKobo === 0) return 'No money is due on this ticket.';
  if (standing.isReferred) return 'This ticket is before a court. Say there why you object.';
  return null;
}

/** The trail keeps what somebody wrote as its hash alone, which nothing has to erase. */
export const hashOf = (words: string): string => createHash('sha256').update(words).digest('hex');

/** The clocks of a ticket stand still for a week more than its dispute waited, in days. */
export const stoodStill = ({ received, answered }: { received: string; answered: string }) =>
  (Date.parse(answered) - Date.parse(received)) / dayMs + 7;

/**
 * The due day of a ticket once its dispute is rejected: as many days later as its clock stood still,
 * and never less than a week after the answer. Null for a ticket without one. Days are Africa/Lagos.
 */
export function dueDayAfterDispute(
  rules: Pick<TicketRules, 'toWorkingDay' | 'holidays'>,
  { due, ...days }: { due: string | null; received: string; answered: string },
): string | null {
  if (due === null) return null;
  return inTime(rules, movedBy(due > days.received ? due : days.received, stoodStill(days)));
}
