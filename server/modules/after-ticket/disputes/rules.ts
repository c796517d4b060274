import { createHash } from 'node:crypto';
import { said } from '#contract/language.ts';
import { inTime, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs } from '#server/time.ts';

export const answeredAlready = new Refusal(
  409,
  'already_decided',
  'This objection is closed. Somebody answered it, or the ticket was paid or withdrawn. Reload the page to see the latest.',
);

/** Nobody judges a ticket that they have issued. */
export const ownTicket = new Refusal(
  409,
  'own_ticket',
  'You issued this ticket, so another objections officer must answer it.',
);

export const sawItBefore = new Refusal(
  409,
  'seen_before',
  'You saw this ticket before the driver objected, so somebody else must answer it.',
);

export const proposerSawIt = new Refusal(
  409,
  'seen_before',
  'The person who proposed this answer saw the ticket before the driver objected. Refuse the answer so that somebody else can answer.',
);

export const answerWaits = new Refusal(
  409,
  'already_proposed',
  'An answer to this objection is already waiting for a second person to confirm it. Reload the page to see the latest.',
);

export const noAnswerWaits = new Refusal(
  409,
  'none_waits',
  'Somebody has already dealt with the answer to this objection. Reload the page to see the latest.',
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
  if (standing.isWithdrawn || standing.isErased)
    return said('Nothing is due on this ticket any more.');
  if (standing.isDisputed) return said('You have already objected to this ticket.');
  if (standing.paid) return said('This ticket is paid, so you can no longer object to it here.');
  if (standing.priceKobo === 0) return said('No money is due on this ticket.');
  if (standing.isReferred)
    return said('This ticket is before a court. Tell the court why you object.');
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
