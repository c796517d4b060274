import type { Booking } from '#contract/bookings.ts';
import type { Contacts } from '#contract/contacts.ts';
import { spellingKey } from '#contract/folding.ts';
import { shownPlate } from '#contract/identities.ts';
import { englishCode, leadAndRest, said, type Say } from '#contract/language.ts';
import { type PaperKind, whyNoPaper } from '#contract/modules/after-ticket/papers.ts';
import {
  offerOf,
  offerWords,
  type TicketRules,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import type { TicketState } from '#contract/modules/field-work/devices.ts';
import { owesMoney, stageOf } from '#contract/owed.ts';
import { otherPrinted } from '#contract/printed-fields.ts';
import { barePlate, type TicketClaim } from '#contract/signed-tickets.ts';
import { translationNote } from '#contract/speaking.ts';
import type { StillOpen } from '#server/acts/part.ts';
import type { Correction } from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { naira } from '#server/money.ts';
import { bookingReference } from '#server/references.ts';
import { zonedMomentOf } from '#server/time.ts';
import { nairaInWords, nairaInWordsOf } from './naira-words.ts';
import {
  billOf,
  copyName,
  correctedOf,
  documentsOf,
  givenFacts,
  groupsOfFour,
  howToReach,
  inFours,
  joined,
  nextOf,
  paidBill,
  warningOf,
} from './paper-words.ts';
import type { Fine, Paper } from './paper.ts';
import type { PublicTicket } from './queries.ts';

/** 409 while the booking has not come as far as this paper. */
export function whyNotPrinted(booking: Booking, kind: PaperKind): Refusal | undefined {
  const reason = whyNoPaper(booking, kind);
  return reason === undefined ? undefined : new Refusal(409, 'too_early', reason);
}

/** The claim of a paper's QR code about its ticket. */
export const claimOf = (booking: Booking, code: string): Omit<TicketClaim, 'signer'> => ({
  code,
  organisation: booking.organisation,
  plate: barePlate(booking.registration),
  price: booking.price,
  ...(booking.version > 1 && { version: booking.version }),
  madeAt: new Date(booking.captured?.madeAt ?? booking.createdAt),
});

export interface Printing {
  readonly kind: PaperKind;
  /** Speaks the language that the driver reads. */
  readonly say: Say;
  readonly authority: string;
  /** A JPEG; null without one. */
  readonly logo: Uint8Array | null;
  readonly address: string;
  readonly signedAddress: string;
  /** False where no payment gateway serves the organisation. */
  readonly takesBills: boolean;
  /** The gateway that took its money; '' without a payment. */
  readonly gateway: string;
  readonly contacts: Contacts;
  /** Of the ticket's day; null where none held. */
  readonly rules: TicketRules | null;
  /** Must be done besides money. */
  readonly stillOpen: readonly StillOpen[];
  /** What the booking said before its corrections, the oldest first. */
  readonly corrections: readonly Correction[];
  /** An objection waits for its answer: nothing is due until then. */
  readonly isUnhurried: boolean;
  readonly printedBy: string;
  readonly printedAt: Date;
  /**
   * From 1: how often this paper of this booking was printed, this time included. Null for a copy
   * for reading, which nobody is given.
   */
  readonly copy: number | null;
}

const titles: Readonly<Record<PaperKind, string>> = said({
  ticket: 'Traffic offence ticket',
  receipt: 'Payment receipt',
  clearance: 'Vehicle clearance slip',
});

const signatures: Readonly<Record<PaperKind, readonly [string, string]>> = said({
  ticket: ['Officer', 'Driver: ticket received'],
  receipt: ['Officer', 'Driver: receipt received'],
  clearance: ['Officer: vehicle released', 'Driver: vehicle and documents received'],
});

export function paperOf(booking: Booking, printing: Printing): Paper {
  const { say, takesBills, stillOpen, isUnhurried, gateway } = printing;
  const [officer, driver] = signatures[printing.kind];
  const printed = { ...booking, takesBills, stillOpen, isUnhurried, gateway };
  const { kind, authority, logo, address, signedAddress, printedBy, printedAt, copy } = printing;
  const { bring, ...reach } = printing.contacts;
  const isOver = booking.completed || booking.withdrawal !== null;
  const total = naira(booking.price);
  return {
    kind,
    authority,
    logo,
    address,
    signedAddress,
    shownAddress: address.replace(/^https?:\/\//, ''),
    printedBy: say('by {name}', { name: printedBy }),
    ...inLanguage(say),
    title: say(titles[kind]),
    nextTitle: say('{title}, page {page}', { title: say(titles[kind]) }),
    copyOf: say("driver's copy"),
    reference: groupsOfFour(bookingReference(booking._id)),
    plate: shownPlate(booking.registration),
    vehicle: joined(
      `${booking.make} ${booking.model}`.trim(),
      booking.color,
      say(booking.vehicleType),
    ),
    driver: givenFacts([
      { label: say('Driver'), value: booking.name },
      { label: say('License number'), short: say('License'), value: booking.license },
      { label: say('Phone'), value: booking.phoneNo, wideOnly: true },
      { label: say('Address'), value: booking.address, wideOnly: true },
    ]),
    stop: givenFacts([
      { label: say('Issued'), value: zonedMomentOf(booking.captured?.madeAt ?? booking.createdAt) },
      { label: say('Place'), value: joined(booking.location, booking.zone) },
      { label: say('Officer'), value: booking.createdBy.name },
      { label: say('Team, beat'), value: joined(booking.team, booking.beatCode) },
      ...otherPrinted(booking).map(([label, value]) => ({ label: say(label), value })),
    ]),
    fines: booking.offence.map(({ id, name, penalty, amount }, index) => ({
      id,
      ...inBoth(say, name),
      law: booking.laws[index] ?? '',
      penalty: penaltyIn(say, penalty),
      amount: naira(amount),
    })),
    total,
    totalInWords: amountInWords(say, booking.price),
    documents: documentsOf(say, booking, kind),
    offer: offerOn(booking, printing),
    corrected: correctedOf(say, booking.version, printing.corrections),
    bill: billOf(say, printed, kind),
    next: nextOf(say, printed, kind),
    warning: warningOf(say, printed),
    contacts: howToReach(say, isOver ? { ...reach, bring: '' } : { ...reach, bring }),
    signatures: [say(officer), say(driver)],
    office: givenFacts([
      booking.registration === ''
        ? { label: 'License number', value: booking.license }
        : { label: 'Plate', value: booking.registration },
      kind === 'ticket' || booking.receipt === ''
        ? { label: 'Bill reference', value: inFours(booking.billRef ?? '') }
        : { label: 'Receipt', value: booking.receipt },
    ]),
    printed: say('{copy}, printed {moment}', {
      copy: copyName(copy, say),
      moment: zonedMomentOf(printedAt),
    }),
  };
}

const underObjection = said(
  'There is an open objection to this ticket. | You do not have to pay until you have the answer.',
);

/** What a paper in another language says of itself. */
const inLanguage = (say: Say): Pick<Paper, 'language' | 'labels' | 'translation'> => ({
  language: say.language,
  labels: {
    reference: say('Reference'),
    vehicle: say('Vehicle'),
    code: say('Code'),
    offence: say('Offence'),
    penalty: say('Penalty'),
    amount: say('Amount'),
    total: say('Total'),
  },
  translation: translationNote(say),
});

/** The law knows an offence in English, so its own name stands below a translation. */
function inBoth(say: Say, name: string): Pick<Fine, 'name' | 'english'> {
  const translated = say(name);
  return { name: translated, english: translated === name ? '' : name };
}

/** The parts of a penalty, each in the language of the paper. */
const penaltyIn = (say: Say, penalty: string): string =>
  penalty
    .split('; ')
    .map((part) => say(part))
    .join('; ');

/** In the reader's words, and in English below them. */
function amountInWords(say: Say, naira: number): string {
  if (naira === 0) return say('No money is due');
  const inEnglish = nairaInWords(naira);
  if (say.language === englishCode) return inEnglish;
  const translated = nairaInWordsOf(say, naira);
  return translated === '' ? inEnglish : `${translated}\n${inEnglish}`;
}

/** What the ticket offers; while it is disputed it names no day, so that it asks for nothing either. */
function offerOn(
  booking: Booking,
  { kind, say, rules, isUnhurried }: Pick<Printing, 'kind' | 'say' | 'rules' | 'isUnhurried'>,
): Paper['offer'] {
  if (kind !== 'ticket' || !owesMoney(booking)) return null;
  if (isUnhurried) return leadAndRest(say(underObjection));
  return rules && offerWords(say, offerOf(rules), booking.dueDay);
}

/** The receipt that whoever has the code of a paid ticket may keep: nothing of driver or vehicle. */
export function receiptOf(
  ticket: PublicTicket,
  {
    say,
    authority,
    logo,
    address,
    contacts,
    printedAt,
    stillOpen,
  }: Pick<
    Printing,
    'say' | 'authority' | 'logo' | 'address' | 'contacts' | 'printedAt' | 'stillOpen'
  >,
): Paper {
  const { priceKobo, paidAt, receipt, billRef, reference, issuedAt, gateway } = ticket;
  const [officer, driver] = signatures.receipt;
  const price = priceKobo / 100;
  const settled = {
    paid: true,
    completed: ticket.completed,
    price,
    billRef,
    withdrawal: null,
    decision: null,
    takesBills: true,
    stillOpen,
  };
  const payment = {
    ...settled,
    paidAt: paidAt?.toISOString() ?? null,
    receipt: receipt ?? '',
    gateway,
  };
  return {
    kind: 'receipt',
    authority,
    logo,
    address,
    signedAddress: address,
    printedBy: '',
    shownAddress: address.replace(/^https?:\/\//, ''),
    ...inLanguage(say),
    title: say(titles.receipt),
    nextTitle: '',
    copyOf: '',
    reference: groupsOfFour(reference),
    plate: '',
    vehicle: '',
    driver: [],
    fines: [],
    documents: null,
    office: [],
    stop: [{ label: say('Issued'), value: zonedMomentOf(issuedAt) }],
    total: naira(price),
    totalInWords: amountInWords(say, price),
    offer: null,
    corrected: null,
    bill: paidBill(say, payment),
    next: nextOf(say, settled, 'receipt'),
    warning: warningOf(say, settled),
    contacts: howToReach(say, ticket.completed ? { ...contacts, bring: '' } : contacts),
    signatures: [say(officer), say(driver)],
    printed: say('Saved {moment}', { moment: zonedMomentOf(printedAt) }),
  };
}

/**
 * The last four letters or digits of the phone or licence that the booked person gave at the roadside.
 * Of a whole number the last four count; look-alikes are one.
 */
export const proofOf = (typed: string): string => spellingKey(typed.slice(0, 60)).slice(-4);

/** True if a number that the booked person gave ends in these four signs; false without a ticket. */
export const provesBooked = (numbers: readonly string[] = ['', '', ''], proof: string): boolean =>
  proof.length === 4 && numbers.map((number) => proofOf(number) === proof).includes(true);

/** The state of a ticket, for those who check tickets. */
export function ticketState(ticket: PublicTicket, { scope }: Pick<Caller, 'scope'>): TicketState {
  const { reference, priceKobo, issuedAt, withdrawnAt, decidedAt } = ticket;
  const stage = stageOf({
    ...ticket,
    isWithdrawn: withdrawnAt !== null,
    isDecided: decidedAt !== null,
  });
  const isTheirs = scope.organisation === null || scope.organisation === ticket.organisation;
  const since = withdrawnAt ?? decidedAt ?? ticket.completedAt ?? ticket.paidAt;
  return {
    reference,
    price: priceKobo / 100,
    stage,
    issuedAt: issuedAt.toISOString(),
    since: since?.toISOString() ?? null,
    version: ticket.version,
    correctedAt: ticket.correctedAt?.toISOString() ?? null,
    plate: ticket.version > 1 && isTheirs ? shownPlate(ticket.plate) : null,
  };
}
