import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import { type Contacts, givenContacts } from '#contract/contacts.ts';
import { noBills, noMoney, type PaperKind } from '#contract/modules/after-ticket/papers.ts';
import { printedFields } from '#contract/printed-fields.ts';
import type { StillOpen } from '#server/acts/part.ts';
import type { Correction } from '#server/features/bookings/queries.ts';
import { naira } from '#server/money.ts';
import { zonedMomentOf } from '#server/time.ts';
import type { Fact, Paper } from './paper.ts';

/** References are read out in groups of four. */
export const groupsOfFour = (text: string): readonly string[] => text.match(/.{1,4}/g) ?? [];

/** A long number in fours; anything else as it is. */
export const inFours = (text: string): string =>
  /^\d{8,}$/.test(text) ? groupsOfFour(text).join(' ') : text;

/** Leaves out what is empty. */
export const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(', ');

/** A paper leaves out facts without a value. */
export const givenFacts = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(({ value }) => value !== '');

/** The documents held until the clearance, or handed back at it. */
export function documentsOf(booking: Booking, kind: PaperKind): Paper['documents'] {
  const items = booking.confiscations;
  if (items.length === 0) return null;
  if (booking.withdrawal) return { heading: 'Held', items, note: 'To be returned.' };
  if (kind === 'clearance' || booking.completed) return { heading: 'Handed back', items, note: '' };
  return { heading: 'Held', items, note: 'To be returned with the clearance slip.' };
}

/** A booking as a paper says it; `takesBills` is false where no payment gateway serves its organisation. */
export type Printed = Booking & {
  readonly takesBills: boolean;
  readonly stillOpen: readonly StillOpen[];
  /** That took its money; '' without a payment. Gateways tell no channel of the payer. */
  readonly gateway?: string;
  /** An objection waits for its answer. */
  readonly isUnhurried?: boolean;
};

const hasNoBill = ({ billRef, takesBills }: Pick<Printed, 'billRef' | 'takesBills'>): boolean =>
  billRef === null && !takesBills;

/** The box with the code. */
export function billOf(booking: Printed, kind: PaperKind): Paper['bill'] {
  if (kind === 'clearance') return cleared(booking);
  if (booking.withdrawal) return withdrawn(booking.withdrawal);
  if (booking.decision) return decided(booking.decision);
  if (booking.paid) return paidBill(booking);
  const { price, billRef } = booking;
  if (price === 0) {
    const text = 'No money is due on this ticket. Scan this code to see its status.';
    return { heading: 'Nothing to pay', facts: [], text };
  }
  if (hasNoBill(booking))
    return {
      heading: 'How to pay',
      facts: [{ label: 'Amount', value: naira(price), wideOnly: true }],
      text: noBills,
    };
  return {
    heading: booking.isUnhurried ? 'Not due now' : 'Pay this bill',
    facts: [
      { label: 'Bill reference', value: billRef === null ? 'Not ready yet' : inFours(billRef) },
      { label: 'Amount', value: naira(price), wideOnly: true },
    ],
    text:
      billRef === null
        ? 'Scan this code to pay as soon as the bill is ready.'
        : 'Scan this code to pay by card, transfer or USSD. The page shows no personal data.',
  };
}

function withdrawn({ at, by }: NonNullable<Booking['withdrawal']>): Paper['bill'] {
  return {
    heading: 'Ticket withdrawn',
    facts: [
      { label: 'Withdrawn', value: zonedMomentOf(at) },
      { label: 'By', value: joined(by.name, by.role) },
    ],
    text: 'Scan this code to see that the ticket is withdrawn.',
  };
}

function decided({ at, outcomes }: NonNullable<Booking['decision']>): Paper['bill'] {
  return {
    heading: 'Decided in court',
    facts: [
      { label: 'Decision', value: outcomeWords(outcomes) },
      { label: 'Recorded', value: zonedMomentOf(at) },
    ],
    text: 'Scan this code to check that nothing is due to the authority.',
  };
}

type Paid = Pick<Printed, 'price' | 'paidAt' | 'receipt' | 'billRef' | 'gateway'>;

/** The box of a bill that is paid. */
export function paidBill({ price, paidAt, receipt, billRef, gateway = '' }: Paid): Paper['bill'] {
  const text = 'Scan this code to see that the payment is real.';
  const when = paidAt === null ? '' : zonedMomentOf(paidAt);
  if (price === 0) {
    return {
      heading: 'Nothing was due',
      facts: givenFacts([{ label: 'Settled', value: when }]),
      text,
    };
  }
  return {
    heading: 'Payment received',
    facts: givenFacts([
      { label: 'Receipt number', value: receipt },
      { label: 'Amount', value: naira(price) },
      { label: gateway === '' ? 'Paid' : `Paid through ${gateway}`, value: when },
      { label: 'Bill reference', value: inFours(billRef ?? '') },
    ]),
    text,
  };
}

function cleared({ completedAt, completedBy, receipt }: Booking): Paper['bill'] {
  return {
    heading: 'Vehicle cleared',
    facts: givenFacts([
      { label: 'Cleared', value: completedAt === null ? '' : zonedMomentOf(completedAt) },
      { label: 'By', value: completedBy ? joined(completedBy.name, completedBy.role) : '' },
      { label: 'Receipt number', value: receipt },
    ]),
    text: 'Scan this code to see that the clearance is real.',
  };
}

const paying = [
  { lead: 'Pay the bill', rest: 'with its reference, by card, transfer or USSD.' },
  { lead: 'The payment gateway confirms the payment.', rest: 'You do not need a teller slip.' },
];
const awaiting = {
  lead: 'The authority answers the objection.',
  rest: 'You do not have to pay until then.',
};
const payingAtOffice = { lead: 'Ask at the authority’s office', rest: 'how to pay.' };
const clearing = {
  lead: 'The authority clears the vehicle',
  rest: 'and returns anything it is holding.',
};

const receiptOfCourt = {
  lead: 'Show the court’s receipt',
  rest: 'at the authority’s office.',
};

const withdrawnSteps = [
  { lead: 'Nothing is due', rest: 'on this ticket any more.' },
  { lead: 'The authority returns', rest: 'anything it is holding.' },
  { lead: 'Keep this paper', rest: 'as proof that the ticket was withdrawn.' },
];

type Due = Pick<
  Printed,
  | 'paid'
  | 'completed'
  | 'price'
  | 'billRef'
  | 'withdrawal'
  | 'decision'
  | 'takesBills'
  | 'stillOpen'
  | 'isUnhurried'
>;

/** What must be done besides money, such as "Repairs by 2026-12-14; Driver training". */
export const toBeDone = (stillOpen: readonly StillOpen[]): string =>
  stillOpen
    .map(({ words, dueDay }) => (dueDay === null ? words : `${words} by ${dueDay}`))
    .join('; ');

/** The driver's next step. */
export function nextOf(booking: Due, kind: PaperKind): Paper['next'] {
  const heading = 'What happens next';
  if (booking.withdrawal) return { heading, steps: withdrawnSteps };
  const steps = stepsOf(booking, kind);
  const { stillOpen } = booking;
  if (stillOpen.length === 0) return { heading, steps };
  const besides = { lead: 'Still to be done:', rest: `${toBeDone(stillOpen)}.` };
  return { heading, steps: [...steps.slice(0, 1), besides, ...steps.slice(1)] };
}

function stepsOf(booking: Due, kind: PaperKind): Paper['next']['steps'] {
  const { completed, paid, price, decision } = booking;
  if (kind === 'clearance' || completed) {
    return [
      { lead: 'The vehicle is free to go.', rest: 'No money is owed on this ticket.' },
      { lead: 'Check what was handed back', rest: 'before you sign.' },
      { lead: 'Keep this paper', rest: 'with the vehicle’s documents.' },
    ];
  }
  if (decision) return decision.vehicleFree ? [clearing] : [receiptOfCourt, clearing];
  const keep = { lead: 'Keep this paper', rest: 'until the vehicle is cleared.' };
  if (paid) return [clearing, keep];
  if (price === 0) return [clearing];
  const pay = hasNoBill(booking) ? [payingAtOffice] : paying;
  if (booking.isUnhurried) return [awaiting, { ...keep, rest: 'until you have the answer.' }];
  return [...pay, clearing];
}

/** The sentence that every paper carries, and what to do instead. */
export function warningOf(booking: Due): Paper['warning'] {
  const { paid, billRef, price, withdrawal, decision } = booking;
  const heading = noMoney;
  if (decision) {
    const text = 'A court has decided on this ticket. Scan the code to see that nothing is due.';
    return { heading, text };
  }
  if (withdrawal) {
    const text = 'Nothing is due on this ticket. Scan the code to see that it is withdrawn.';
    return { heading, text };
  }
  if (paid || price === 0) {
    const text = 'There is nothing more to pay. Scan the code to see that this paper is real.';
    return { heading, text };
  }
  const code =
    billRef === null ? 'on the page that the code opens' : 'with the bill reference above';
  const how = hasNoBill(booking) ? 'as the authority’s office tells you' : code;
  const text = `Pay only ${how}. Scan the code to see that this ticket is real and whether it is paid.`;
  return { heading, text };
}

/** Where the authority is found, in a sentence or two; null where nothing is given. */
export function howToReach(contacts: Contacts): Paper['contacts'] {
  const given = givenContacts(contacts).map(({ label, value }) => `${label}: ${value}.`);
  return given.length === 0 ? null : { lead: 'Contact us.', rest: given.join(' ') };
}

/** Before and after of each correction, for whoever holds an older paper. */
export function correctedOf(
  version: number,
  corrections: readonly Correction[],
): Paper['corrected'] {
  if (version === 1) return null;
  const said = (value: unknown) => (value === '' ? 'nothing' : String(value));
  const changes = corrections.flatMap(({ at, before, after }) =>
    Object.entries(printedFields).flatMap(([field, word]) =>
      field in before
        ? [`${word} ${said(after[field])}, before ${zonedMomentOf(at)} ${said(before[field])}.`]
        : [],
    ),
  );
  return { lead: `Corrected, version ${version}.`, rest: changes.join(' ') };
}

/** Numbers the copies of a paper from 1; null for one that nobody is given. */
export function copyName(copy: number | null): string {
  if (copy === null) return 'Copy for reading only, not to hand out';
  return copy === 1 ? 'First copy' : `Copy ${copy}`;
}
