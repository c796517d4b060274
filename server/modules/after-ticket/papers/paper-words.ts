import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import { type Contacts, givenContacts } from '#contract/contacts.ts';
import { leadAndRest, said, type Say, sayEnglish } from '#contract/language.ts';
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
export function documentsOf(say: Say, booking: Booking, kind: PaperKind): Paper['documents'] {
  const items = booking.confiscations.map((item) => say(item));
  if (items.length === 0) return null;
  if (booking.withdrawal) return { heading: say('Held'), items, note: say('To be returned.') };
  if (kind === 'clearance' || booking.completed)
    return { heading: say('Handed back'), items, note: '' };
  return { heading: say('Held'), items, note: say('To be returned with the clearance slip.') };
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
export function billOf(say: Say, booking: Printed, kind: PaperKind): Paper['bill'] {
  if (kind === 'clearance') return cleared(say, booking);
  if (booking.withdrawal) return withdrawn(say, booking.withdrawal);
  if (booking.decision) return decided(say, booking.decision);
  if (booking.paid) return paidBill(say, booking);
  const { price, billRef } = booking;
  if (price === 0) {
    const text = say('No money is due on this ticket. Scan this code to see its status.');
    return { heading: say('Nothing to pay'), facts: [], text };
  }
  if (hasNoBill(booking))
    return {
      heading: say('How to pay'),
      facts: [{ label: say('Amount'), value: naira(price), wideOnly: true }],
      text: say(noBills),
    };
  return {
    heading: booking.isUnhurried ? say('Not due now') : say('Pay this bill'),
    facts: [
      {
        label: say('Bill reference'),
        value: billRef === null ? say('Not ready yet') : inFours(billRef),
      },
      { label: say('Amount'), value: naira(price), wideOnly: true },
    ],
    text:
      billRef === null
        ? say('Scan this code to pay as soon as the bill is ready.')
        : say('Scan this code to pay by card, transfer or USSD. The page shows no personal data.'),
  };
}

function withdrawn(say: Say, { at, by }: NonNullable<Booking['withdrawal']>): Paper['bill'] {
  return {
    heading: say('Ticket withdrawn'),
    facts: [
      { label: say('Withdrawn'), value: zonedMomentOf(at) },
      { label: say('By'), value: joined(by.name, say(by.role)) },
    ],
    text: say('Scan this code to check that the ticket is withdrawn.'),
  };
}

function decided(say: Say, { at, outcomes }: NonNullable<Booking['decision']>): Paper['bill'] {
  return {
    heading: say('Decided in court'),
    facts: [
      { label: say('Decision'), value: outcomeWords(outcomes, say) },
      { label: say('Recorded'), value: zonedMomentOf(at) },
    ],
    text: say('Scan this code to check that nothing is due to the authority.'),
  };
}

type Paid = Pick<Printed, 'price' | 'paidAt' | 'receipt' | 'billRef' | 'gateway'>;

/** The box of a bill that is paid. */
export function paidBill(
  say: Say,
  { price, paidAt, receipt, billRef, gateway = '' }: Paid,
): Paper['bill'] {
  const text = say('Scan this code to check that the payment is genuine.');
  const when = paidAt === null ? '' : zonedMomentOf(paidAt);
  if (price === 0) {
    return {
      heading: say('Nothing was due'),
      facts: givenFacts([{ label: say('Settled'), value: when }]),
      text,
    };
  }
  return {
    heading: say('Payment received'),
    facts: givenFacts([
      { label: say('Receipt number'), value: receipt },
      { label: say('Amount'), value: naira(price) },
      {
        label: gateway === '' ? say('Paid') : say('Paid through {gateway}', { gateway }),
        value: when,
      },
      { label: say('Bill reference'), value: inFours(billRef ?? '') },
    ]),
    text,
  };
}

function cleared(say: Say, { completedAt, completedBy, receipt }: Booking): Paper['bill'] {
  return {
    heading: say('Vehicle cleared'),
    facts: givenFacts([
      { label: say('Cleared'), value: completedAt === null ? '' : zonedMomentOf(completedAt) },
      {
        label: say('By'),
        value: completedBy ? joined(completedBy.name, say(completedBy.role)) : '',
      },
      { label: say('Receipt number'), value: receipt },
    ]),
    text: say('Scan this code to check that the clearance is genuine.'),
  };
}

const paying = said([
  'Pay the bill | with its reference, by card, transfer or USSD.',
  'The payment gateway confirms the payment. | You do not need a teller slip.',
]);
const awaiting = said('The authority answers the objection. | You do not have to pay until then.');
const payingAtOffice = said('Ask at the authority’s office | how to pay.');
const clearing = said('The authority clears the vehicle | and returns anything it is holding.');
const receiptOfCourt = said('Show the court’s receipt | at the authority’s office.');

const withdrawnSteps = said([
  'Nothing is due | on this ticket any more.',
  'The authority returns | anything it is holding.',
  'Keep this paper | as proof that the ticket was withdrawn.',
]);

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
export const toBeDone = (say: Say, stillOpen: readonly StillOpen[]): string =>
  stillOpen
    .map(({ words, dueDay }) =>
      dueDay === null ? say(words) : say('{what} by {day}', { what: say(words), day: dueDay }),
    )
    .join('; ');

/** The driver's next step. */
export function nextOf(say: Say, booking: Due, kind: PaperKind): Paper['next'] {
  const heading = say('What happens next');
  const steps = stepsOf(booking, kind).map((step) => leadAndRest(say(step)));
  const { stillOpen } = booking;
  if (booking.withdrawal || stillOpen.length === 0) return { heading, steps };
  const besides = leadAndRest(
    say('Still to be done: | {what}.', { what: toBeDone(say, stillOpen) }),
  );
  return { heading, steps: [...steps.slice(0, 1), besides, ...steps.slice(1)] };
}

function stepsOf(booking: Due, kind: PaperKind): readonly string[] {
  const { completed, paid, price, decision } = booking;
  if (booking.withdrawal) return withdrawnSteps;
  if (kind === 'clearance' || completed)
    return said([
      'The vehicle is free to go. | No money is owed on this ticket.',
      'Check what was handed back | before you sign.',
      'Keep this paper | with the vehicle’s documents.',
    ]);
  if (decision) return decision.vehicleFree ? [clearing] : [receiptOfCourt, clearing];
  if (paid) return [clearing, said('Keep this paper | until the vehicle is cleared.')];
  if (price === 0) return [clearing];
  const pay = hasNoBill(booking) ? [payingAtOffice] : paying;
  if (booking.isUnhurried) return [awaiting, said('Keep this paper | until you have the answer.')];
  return [...pay, clearing];
}

/** The sentence that every paper carries, and what to do instead. */
export const warningOf = (say: Say, booking: Due): Paper['warning'] => ({
  heading: say(noMoney),
  text: say(insteadOfMoney(booking)),
});

function insteadOfMoney(booking: Due): string {
  const { paid, billRef, price, withdrawal, decision } = booking;
  if (decision)
    return said('A court has decided on this ticket. Scan the code to check that nothing is due.');
  if (withdrawal)
    return said('Nothing is due on this ticket. Scan the code to check that it is withdrawn.');
  if (paid || price === 0)
    return said('There is nothing more to pay. Scan the code to check that this paper is genuine.');
  if (hasNoBill(booking))
    return said(
      'Pay only as the authority’s office tells you. Scan the code to check that this ticket is genuine and whether it is paid.',
    );
  return billRef === null
    ? said(
        'Pay only on the page that the code opens. Scan the code to check that this ticket is genuine and whether it is paid.',
      )
    : said(
        'Pay only with the bill reference above. Scan the code to check that this ticket is genuine and whether it is paid.',
      );
}

/** Where the authority is found, in a sentence or two; null where nothing is given. */
export function howToReach(say: Say, contacts: Contacts): Paper['contacts'] {
  const given = givenContacts(contacts).map(({ label, value }) => `${say(label)}: ${value}.`);
  return given.length === 0 ? null : { lead: say('Contact us.'), rest: given.join(' ') };
}

/** Before and after of each correction, for whoever holds an older paper. */
export function correctedOf(
  say: Say,
  version: number,
  corrections: readonly Correction[],
): Paper['corrected'] {
  if (version === 1) return null;
  const shown = (value: unknown) => (value === '' ? say('nothing') : String(value));
  const changes = corrections.flatMap(({ at, before, after }) =>
    Object.entries(printedFields).flatMap(([field, word]) =>
      field in before
        ? [
            say('{field} {after}, before {moment} {before}.', {
              field: say(word),
              after: shown(after[field]),
              moment: zonedMomentOf(at),
              before: shown(before[field]),
            }),
          ]
        : [],
    ),
  );
  return { lead: say('Corrected, version {version}.', { version }), rest: changes.join(' ') };
}

/** Numbers the copies of a paper from 1; null for one that nobody is given. */
export function copyName(copy: number | null, say: Say = sayEnglish): string {
  if (copy === null) return say('Copy for reading only, not to hand out');
  return copy === 1 ? say('First copy') : say('Copy {number}', { number: copy });
}
