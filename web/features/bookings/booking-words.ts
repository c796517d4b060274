import type { Booking } from '#contract/bookings.ts';
import { outcomeWords } from '#contract/charge-words.ts';
import { count } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';

/** The name of a booking: its plate, or the licence when it has no registration. */
export function bookingName({ registration, license }: Pick<Booking, 'registration' | 'license'>) {
  return registration === '' ? license : registration;
}

/** The first word of the driver's name, or the name of the booking. */
export function firstName(booking: Pick<Booking, 'name' | 'registration' | 'license'>): string {
  return /\S+/u.exec(booking.name)?.[0] ?? bookingName(booking);
}

/** `48 bookings`, and the singular for one. */
export function bookingCount(total: number): string {
  return `${count(total)} ${total === 1 ? 'booking' : 'bookings'}`;
}

/** The payment of a booking in words, for a hint; undefined before it. */
export const paidWords = ({ paidAt, receipt }: Pick<Booking, 'paidAt' | 'receipt'>) =>
  paidAt === null
    ? undefined
    : `Paid ${momentOf(paidAt)}${receipt === '' ? '' : `, receipt ${receipt}`}`;

/** How a booking came to its stage, for a hint; undefined right after booking. */
export function stageWords(booking: Booking) {
  const { completedAt, completedBy, withdrawal, decision } = booking;
  if (withdrawal) return `Withdrawn ${momentOf(withdrawal.at)} by ${withdrawal.by.name}`;
  if (decision) return `Decided in court: ${outcomeWords(decision.outcomes)}`;
  if (completedAt === null) return paidWords(booking);
  return `Cleared ${momentOf(completedAt)}${completedBy ? ` by ${completedBy.name}` : ''}`;
}

/** A chip says this of what the user booked. */
export const mine = 'Mine';

/** What a list may be narrowed by, so or not so. */
export const flags = {
  withdrawn: ['Withdrawn', 'Not withdrawn'],
  decided: ['Decided in court', 'Not decided in court'],
  _boolpaid: ['Paid', 'Not paid'],
  billed: ['With a bill', 'Without a bill'],
  overdue: ['Overdue', 'Not overdue'],
} as const;
export type Flag = keyof typeof flags;
