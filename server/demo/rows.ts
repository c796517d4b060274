import type { Insertable } from 'kysely';
import { ulid } from 'ulid';
import { dueDayOf, lawOf } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { BookingOffences, Bookings, DB, Payments, Users } from '#server/db/tables.ts';
import { rowOfSent } from '#server/features/bookings/booking-row.ts';
import { splitPayerName } from '#server/gateways/payer-name.ts';
import { revenueHeadsFor } from '#server/gateways/sandbox-paykaduna/revenue-heads.ts';
import { dayOf } from '#server/time.ts';
import type { DemoBooking } from './bookings.ts';
import { demoDispute } from './disputes.ts';
import type { Officer } from './staff.ts';
import { demoRules } from './ticket-rules.ts';

/** A demo booking with the ids of those who handled it, and its receipt once paid. */
export interface Handled extends DemoBooking {
  readonly madeById: string;
  readonly paymentSeenById: string | null;
  readonly clearedById: string | null;
  readonly receipt: string | null;
  /** This account answers disputes. */
  readonly judgeId: string;
  /** This account refers tickets to court. */
  readonly adminId: string;
  /** This account noted what courts decided; the judge confirmed it. */
  readonly formerAdminId: string;
}

export const priceKobo = ({ offences }: DemoBooking): number =>
  offences.reduce((sum, { amount }) => sum + amount * 100, 0);

/** By the rules of the demo, which hold for all of its tickets. */
export const dueDayOfDemo = ({ organisation, madeAt }: DemoBooking): string =>
  dueDayOf(demoRules(organisation), dayOf(madeAt));

/** `joinedAt` is UTC. */
export function userRow(
  officer: Omit<Officer, 'state'> & { readonly state: Officer['state'] | null },
  more: {
    id: string;
    phone: string;
    passwordHash: string;
    joinedAt: Date;
    lastActive: Date | null;
  },
): Insertable<Users> {
  return {
    id: more.id,
    email: officer.email,
    password_hash: more.passwordHash,
    first_name: officer.firstName,
    last_name: officer.lastName,
    username: officer.username,
    role: officer.role,
    state: officer.state,
    zone: officer.zone,
    phone: more.phone,
    demo: true,
    created_at: more.joinedAt,
    last_active: more.lastActive,
  };
}

/** A ticket with its due day, unless a dispute has moved it or ended the ticket. */
export function bookingRow(booking: Handled, now: Date): Insertable<Bookings> {
  const dispute = demoDispute(booking, now);
  const due_day = dispute ? dispute.dueDay : dueDayOfDemo(booking);
  return { ...ticketRow(booking), due_day, ...dispute?.withdrawn };
}

/** The same where nothing follows it but payment and clearance. */
export function ticketRow(booking: Handled): Insertable<Bookings> {
  const { body, madeAt, paidAt, clearedAt } = booking;
  return {
    ...rowOfSent(body),
    id: booking.id,
    // Not the hash of any body, so that nothing a device sends can pass for this booking.
    body_hash: `demo ${booking.id}`,
    organisation: booking.organisation,
    demo: true,
    created_at: madeAt,
    created_by: booking.madeById,
    price_kobo: priceKobo(booking),
    bill_ref: booking.billRef,
    bill_gateway: 'PayKaduna',
    paid: paidAt !== null,
    completed: clearedAt !== null,
    completed_at: clearedAt,
    completed_by: booking.clearedById,
  };
}

/** The offences of a booking and, line for line, the items of its bill at the sandbox. */
export function lineRows({ id, offences, billRef, organisation }: Handled) {
  const rules = demoRules(organisation);
  return offences.map((offence, index) => {
    const { code, name, penalty } = offence;
    const charge = { amount_kobo: offence.amount * 100, mdas_id: mdasIdOf(code) };
    const line: Insertable<BookingOffences> = {
      ...charge,
      booking_id: id,
      line: index + 1,
      offence_id: offence.id,
      code,
      name,
      penalty,
      law: lawOf(rules, offence.id),
    };
    const item: Insertable<DB['sandbox.bill_items']> = {
      ...charge,
      bill_reference: billRef,
      position: index,
      revenue_code: code,
      narration: name,
    };
    return { line, item };
  });
}

const mdasIds = new Map<string, number>();

/** The sandbox gives a code the same id whichever other codes it knows. */
function mdasIdOf(code: string): number {
  const known = mdasIds.get(code) ?? [...revenueHeadsFor([code]).keys()][0];
  if (known === undefined) throw new Error(`The sandbox has no revenue head for ${code}.`);
  mdasIds.set(code, known);
  return known;
}

export function billRow(booking: Handled): Insertable<DB['sandbox.bills']> {
  const { firstName, middleName, lastName } = splitPayerName(booking.body.name);
  return {
    bill_reference: booking.billRef,
    identifier: booking.id,
    first_name: firstName,
    middle_name: middleName,
    last_name: lastName,
    telephone: booking.body.phoneNo,
    address: booking.body.address,
    narration: booking.offences[0]?.name ?? '',
    receipt: booking.receipt,
    paid_at: booking.paidAt,
    created_at: booking.madeAt,
  };
}

/** None while the booking is unpaid. */
export function paymentRows(booking: Handled): Insertable<Payments>[] {
  const { paidAt, receipt } = booking;
  if (paidAt === null || receipt === null) return [];
  return [
    {
      id: ulid(paidAt.getTime()),
      booking_id: booking.id,
      kind: 'gateway',
      gateway: 'PayKaduna',
      bill_ref: booking.billRef,
      amount_kobo: priceKobo(booking),
      receipt,
      confirmed_at: paidAt,
      confirmed_by: booking.paymentSeenById,
    },
  ];
}
