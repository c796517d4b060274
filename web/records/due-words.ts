import type { Booking } from '#contract/bookings.ts';
import { dayCount } from '#contract/day-range.ts';
import { isOverdue, overdueSince, owesMoney } from '#contract/owed.ts';

type Due = Pick<Booking, 'dueDay' | 'paid' | 'withdrawal' | 'decision' | 'price'>;

/** When an unpaid ticket is due, or since when it is overdue; '' where nothing is due. */
export function dueWords(booking: Due, today: string): string {
  const { dueDay } = booking;
  if (dueDay === null || !owesMoney(booking)) return '';
  if (!isOverdue(booking, today)) return `Due by ${dueDay}.`;
  const days = dayCount(dueDay, today) - 1;
  return `Overdue since ${overdueSince(dueDay)}, ${days === 1 ? 'one day' : `${days} days`}.`;
}
