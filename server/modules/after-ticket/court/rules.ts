import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import { type ChargeOutcome, chargeOutcomeSchema } from '#contract/charges.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { type CaseState, type noteOutcome } from '#contract/modules/after-ticket/court.ts';
import type { TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { movedBy } from '#contract/periods.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

export const isLocked = new Refusal(
  409,
  'locked',
  'Somebody has locked this batch, so you can no longer change its tickets. Reload the page to see the latest.',
);

export const isNotLocked = new Refusal(409, 'not_referred', 'Lock the batch first.');

/** Why a ticket can't be referred today (Africa/Lagos) by the rules of its day; null where it can. */
export function whyNotReferred(
  {
    paid,
    withdrawal,
    decision,
    price,
    dueDay,
  }: Pick<Booking, 'paid' | 'withdrawal' | 'decision' | 'price' | 'dueDay'>,
  rules: Pick<TicketRules, 'referralDays'> | null,
  isDisputed: boolean,
  today: string,
): string | null {
  if (withdrawal) return 'it was withdrawn';
  if (decision) return 'a court has decided on it';
  if (paid) return 'it is paid';
  if (price === 0) return 'nothing is due on it';
  if (isDisputed) return 'the driver has objected to it';
  if (rules === null || dueDay === null) return 'no ticket rules applied when it was issued';
  const from = movedBy(dueDay, rules.referralDays);
  return today < from ? `it is too early. You can refer it from ${from}` : null;
}

/** Why tickets can't be referred to a court; null where the rules list it, or list none. */
export const whyNotThere = (
  court: string,
  { courts }: Pick<TicketRules, 'courts'>,
): Refusal | null =>
  courts.length === 0 || courts.includes(court)
    ? null
    : invalid('court', 'Select a court that the ticket rules list.');

export const notReferred = (plate: string, why: string): Refusal =>
  new Refusal(
    409,
    'not_referred',
    `You cannot refer ${plate || 'a ticket without a plate'} to court because ${why}.`,
  );

interface Standing {
  /** A warrant is no end. */
  readonly hasEnded: boolean;
  readonly isLocked: boolean;
  readonly isDrafted: boolean;
  readonly paid: boolean;
  readonly isWithdrawn: boolean;
}

/** A decision stands whatever follows; what was paid or withdrawn before it has ended so. */
export function stateOf(standing: Standing): CaseState {
  if (standing.hasEnded) return 'heard';
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

type Said = BodyOf<typeof noteOutcome>;

/** What is kept of a decision. Fines are kobo, the day is Africa/Lagos. */
export const decidedSchema = z.strictObject({
  charges: z.array(
    z.strictObject({
      line: z.number().int(),
      outcome: chargeOutcomeSchema,
      kobo: z.number().int().nullable(),
    }),
  ),
  day: z.string(),
  paidWhere: z.string(),
  courtReceipt: z.string(),
  /** The id of the file of the court's paper. */
  paper: z.string().nullable(),
  /** It takes the place of a decision that was noted wrongly. */
  putsRight: z.boolean(),
});
export type Decided = z.infer<typeof decidedSchema>;

export const outcomesOf = (charges: Decided['charges']): ChargeOutcome[] =>
  charges.map(({ outcome }) => outcome);

/** The charges as they are kept: each line of the ticket once. */
export function chargesOf(
  { charges, courtReceipt }: Said,
  lines: readonly number[],
): Outcome<Decided['charges']> {
  const given = charges.map(({ line }) => line).toSorted((one, other) => one - other);
  if (given.join() !== lines.join())
    return invalid('charges', 'Enter one outcome for each charge.');
  const fined = charges.find(
    (charge) => (charge.outcome === 'another amount') !== (charge.fined !== null),
  );
  if (fined) return invalid('charges', 'Enter an amount only if the court set a different fine.');
  if (courtReceipt === '' && charges.some(({ outcome }) => outcome === 'paid there'))
    return invalid('courtReceipt', 'Enter the number of the court’s receipt.');
  return charges.map(({ line, outcome, fined: naira }) => ({
    line,
    outcome,
    kobo: naira === null ? null : Math.round(naira * 100),
  }));
}

/** Days are Africa/Lagos. */
interface CourtDays {
  /** The ticket was referred on this day. */
  readonly referred: string;
  /** Null before a hearing is noted. */
  readonly hearing: string | null;
  readonly today: string;
}

/** Courts list no hearing so many days ahead. */
const mostDaysAhead = 3 * 365;

/** Why a court can't sit on a day; null where it can. */
export function whyNotHeard(day: string, { referred, today }: CourtDays): Refusal | null {
  if (day < referred)
    return invalid(
      'day',
      `The ticket was referred on ${referred}. Select that day or a later one.`,
    );
  return day > movedBy(today, mostDaysAhead)
    ? invalid('day', 'This day is more than three years ahead. Check the year.')
    : null;
}

/** Why a court can't have decided on a day; null where it can. */
export function whyNotDecided(day: string, { hearing, today }: CourtDays): Refusal | null {
  if (hearing === null) return notHeard;
  if (day < hearing)
    return invalid(
      'day',
      `The hearing is on ${hearing}. Select that day or a later one, or record the hearing again.`,
    );
  return day > today ? invalid('day', 'Select today or an earlier day.') : null;
}

const notHeard = new Refusal(
  409,
  'not_heard',
  'Lock the batch and record the hearing first. Then record the outcome.',
);

/** Neither of the two who note a decision has issued the ticket, or referred it to the court. */
export const whyNotImpartial = (
  by: string,
  { issuedBy, referredBy }: { readonly issuedBy: string; readonly referredBy: string },
): Refusal | null =>
  by === issuedBy || by === referredBy
    ? new Refusal(
        403,
        'not_impartial',
        'You issued or referred this ticket, so two other people must record the court’s decision.',
      )
    : null;
