import type { Booking } from '#contract/bookings.ts';
import type { CaseState, noteOutcome } from '#contract/court.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { movedBy } from '#contract/periods.ts';
import type { TicketRules } from '#contract/ticket-rules.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

export const isLocked = new Refusal(
  409,
  'locked',
  'This batch is locked: what was referred changes no more. Look at it again.',
);

/** Why a ticket can't be referred today (Africa/Lagos) by the rules of its day; null where it can. */
export function whyNotReferred(
  { paid, withdrawal, price, dueDay }: Pick<Booking, 'paid' | 'withdrawal' | 'price' | 'dueDay'>,
  rules: Pick<TicketRules, 'referralDays'> | null,
  isDisputed: boolean,
  today: string,
): string | null {
  if (withdrawal) return 'it was withdrawn';
  if (paid) return 'it is paid';
  if (price === 0) return 'nothing is due on it';
  if (isDisputed) return 'it is disputed';
  if (rules === null || dueDay === null) return 'no rules held on its day';
  const from = movedBy(dueDay, rules.referralDays);
  return today < from ? `it may be referred from ${from} on` : null;
}

export const notReferred = (plate: string, why: string): Refusal =>
  new Refusal(409, 'not_referred', `${plate || 'A ticket'} can’t be referred: ${why}.`);

interface Standing {
  readonly isDecided: boolean;
  readonly isLocked: boolean;
  readonly isDrafted: boolean;
  readonly paid: boolean;
  readonly isWithdrawn: boolean;
}

/** A decision stands whatever follows; what was paid or withdrawn before it has ended so. */
export function stateOf(standing: Standing): CaseState {
  if (standing.isDecided) return 'heard';
  if (standing.isWithdrawn) return 'withdrawn';
  if (standing.paid) return 'settled';
  if (standing.isLocked) return 'referred';
  return standing.isDrafted ? 'draft' : 'open';
}

/** True while a ticket before a court may be paid: until its hearing, where the rules let it. */
export const maySettle = (
  rules: Pick<TicketRules, 'settlesUntilPlea'> | null,
  hearingDay: string | null,
  today: string,
): boolean => (rules?.settlesUntilPlea ?? true) && (hearingDay === null || today <= hearingDay);

/** The charges as they are kept, in kobo: each line of the ticket once. */
export function chargesOf(
  { charges }: BodyOf<typeof noteOutcome>,
  lines: readonly number[],
): Outcome<{ line: number; outcome: string; kobo: number | null }[]> {
  const given = charges.map(({ line }) => line).toSorted((one, other) => one - other);
  if (given.join() !== lines.join())
    return invalid('charges', 'Say what the court decided on each charge, once.');
  const fined = charges.find(
    (charge) => (charge.outcome === 'another amount') !== (charge.fined !== null),
  );
  if (fined) return invalid('charges', 'Say the amount of another fine, and of that alone.');
  return charges.map(({ line, outcome, fined: naira }) => ({
    line,
    outcome,
    kobo: naira === null ? null : naira * 100,
  }));
}
