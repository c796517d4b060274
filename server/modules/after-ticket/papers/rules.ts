import type { Booking } from '#contract/bookings.ts';
import type { Contacts } from '#contract/contacts.ts';
import { spellingKey } from '#contract/folding.ts';
import { shownPlate } from '#contract/identities.ts';
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
import type { StillOpen } from '#server/acts/part.ts';
import type { Correction } from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { naira } from '#server/money.ts';
import { bookingReference } from '#server/references.ts';
import { zonedMomentOf } from '#server/time.ts';
import { nairaInWords } from './naira-words.ts';
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
import type { Paper } from './paper.ts';
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

const titles: Readonly<Record<PaperKind, string>> = {
  ticket: 'Traffic offence ticket',
  receipt: 'Payment receipt',
  clearance: 'Vehicle clearance slip',
};

const signatures: Readonly<Record<PaperKind, readonly [string, string]>> = {
  ticket: ['Officer', 'Driver: ticket received'],
  receipt: ['Officer', 'Driver: receipt received'],
  clearance: ['Officer: vehicle released', 'Driver: vehicle and documents received'],
};

export function paperOf(booking: Booking, printing: Printing): Paper {
  const { takesBills, stillOpen, isUnhurried, gateway } = printing;
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
    printedBy,
    title: titles[kind],
    copyOf: "driver's copy",
    reference: groupsOfFour(bookingReference(booking._id)),
    plate: shownPlate(booking.registration),
    vehicle: joined(`${booking.make} ${booking.model}`.trim(), booking.color, booking.vehicleType),
    driver: givenFacts([
      { label: 'Driver', value: booking.name },
      { label: 'License number', short: 'License', value: booking.license },
      { label: 'Phone', value: booking.phoneNo, wideOnly: true },
      { label: 'Address', value: booking.address, wideOnly: true },
    ]),
    stop: givenFacts([
      { label: 'Issued', value: zonedMomentOf(booking.captured?.madeAt ?? booking.createdAt) },
      { label: 'Place', value: joined(booking.location, booking.zone) },
      { label: 'Officer', value: booking.createdBy.name },
      { label: 'Team, beat', value: joined(booking.team, booking.beatCode) },
      ...otherPrinted(booking).map(([label, value]) => ({ label, value })),
    ]),
    fines: booking.offence.map(({ id, name, penalty, amount }, index) => ({
      id,
      name,
      law: booking.laws[index] ?? '',
      penalty,
      amount: naira(amount),
    })),
    total,
    totalInWords: booking.price === 0 ? 'No money is due' : nairaInWords(booking.price),
    documents: documentsOf(booking, kind),
    offer: offerOn(booking, printing),
    corrected: correctedOf(booking.version, printing.corrections),
    bill: billOf(printed, kind),
    next: nextOf(printed, kind),
    warning: warningOf(printed),
    contacts: howToReach(isOver ? { ...reach, bring: '' } : { ...reach, bring }),
    signatures: signatures[kind],
    office: givenFacts([
      booking.registration === ''
        ? { label: 'License number', value: booking.license }
        : { label: 'Plate', value: booking.registration },
      kind === 'ticket' || booking.receipt === ''
        ? { label: 'Bill reference', value: inFours(booking.billRef ?? '') }
        : { label: 'Receipt', value: booking.receipt },
    ]),
    printed: `${copyName(copy)}, printed ${zonedMomentOf(printedAt)}`,
  };
}

const underObjection = {
  lead: 'There is an open objection to this ticket.',
  rest: 'You do not have to pay until you have the answer.',
};

/** What the ticket offers; while it is disputed it names no day, so that it asks for nothing either. */
function offerOn(
  booking: Booking,
  { kind, rules, isUnhurried }: Pick<Printing, 'kind' | 'rules' | 'isUnhurried'>,
): Paper['offer'] {
  if (kind !== 'ticket' || !owesMoney(booking)) return null;
  if (isUnhurried) return underObjection;
  return rules && offerWords(offerOf(rules), booking.dueDay);
}

/** The receipt that whoever has the code of a paid ticket may keep: nothing of driver or vehicle. */
export function receiptOf(
  ticket: PublicTicket,
  {
    authority,
    logo,
    address,
    contacts,
    printedAt,
    stillOpen,
  }: Pick<Printing, 'authority' | 'logo' | 'address' | 'contacts' | 'printedAt' | 'stillOpen'>,
): Paper {
  const { priceKobo, paidAt, receipt, billRef, reference, issuedAt, gateway } = ticket;
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
    title: titles.receipt,
    copyOf: '',
    reference: groupsOfFour(reference),
    plate: '',
    vehicle: '',
    driver: [],
    fines: [],
    documents: null,
    office: [],
    stop: [{ label: 'Issued', value: zonedMomentOf(issuedAt) }],
    total: naira(price),
    totalInWords: nairaInWords(price),
    offer: null,
    corrected: null,
    bill: paidBill(payment),
    next: nextOf(settled, 'receipt'),
    warning: warningOf(settled),
    contacts: howToReach(ticket.completed ? { ...contacts, bring: '' } : contacts),
    signatures: signatures.receipt,
    printed: `Saved ${zonedMomentOf(printedAt)}`,
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
