import type { Booking } from './bookings.ts';
import { movedBy } from './periods.ts';

/** These fields say what a ticket owes; `unpaidSql` of the server asks the same of its row. */
type Owing = Pick<Booking, 'paid' | 'withdrawal' | 'decision'>;

/** It stands in Unpaid: neither paid, nor withdrawn, nor decided by a court. */
export const isUnpaid = ({ paid, withdrawal, decision }: Owing): boolean =>
  !paid && withdrawal === null && decision === null;

/** Its driver owes money to the authority. */
export const owesMoney = (booking: Owing & Pick<Booking, 'price'>): boolean =>
  isUnpaid(booking) && booking.price > 0;

/** Its money is owed since a day before `today` (Africa/Lagos). */
export const isOverdue = (
  booking: Owing & Pick<Booking, 'price' | 'dueDay'>,
  today: string,
): boolean => owesMoney(booking) && booking.dueDay !== null && booking.dueDay < today;

/**
 * How long the due day of an unpaid ticket is over, in days at most; `more` is longer than a year.
 * The clock of one that has `no-day` stands still, or was never set.
 */
export const owedSpans = {
  'not-yet': 'Not due yet',
  'to-7': '1 to 7 days overdue',
  'to-30': '8 to 30 days overdue',
  'to-60': '31 to 60 days overdue',
  'to-90': '61 to 90 days overdue',
  'to-180': '91 to 180 days overdue',
  'to-365': '181 to 365 days overdue',
  more: 'More than a year overdue',
  'no-day': 'No due date',
} as const;
export type OwedSpan = keyof typeof owedSpans;

/** The first day on which its money is overdue: the due day is still in time. */
export const overdueSince = (dueDay: string): string => movedBy(dueDay, 1);

/** The stages of a ticket. One that a court decided stays so once its vehicle has gone home. */
export const ticketStages = ['issued', 'paid', 'completed', 'withdrawn', 'decided'] as const;
export type TicketStage = (typeof ticketStages)[number];

export function stageOf(standing: {
  readonly paid: boolean;
  readonly completed: boolean;
  readonly isWithdrawn: boolean;
  readonly isDecided: boolean;
}): TicketStage {
  if (standing.isWithdrawn) return 'withdrawn';
  if (standing.isDecided) return 'decided';
  if (standing.completed) return 'completed';
  return standing.paid ? 'paid' : 'issued';
}

/** True once its vehicle may go home: it is paid, or a court's decision keeps it no longer. */
export const isSettled = ({ paid, decision }: Pick<Booking, 'paid' | 'decision'>): boolean =>
  paid || decision?.vehicleFree === true;
