import type { Booking } from '#contract/bookings.ts';
import { dayCount } from '#contract/day-range.ts';

type Due = Pick<Booking, 'dueDay' | 'paid' | 'withdrawal' | 'price'>;

/** True while a ticket is unpaid after its due day; `today` is that of Africa/Lagos. */
export const isOverdue = ({ dueDay, paid, withdrawal, price }: Due, today: string): boolean =>
  dueDay !== null && !paid && !withdrawal && price > 0 && dueDay < today;

/** When an unpaid ticket is due, or since when it is overdue; '' where nothing is due. */
export function dueWords(booking: Due, today: string): string {
  const { dueDay, paid, withdrawal, price } = booking;
  if (dueDay === null || paid || withdrawal || price === 0) return '';
  if (!isOverdue(booking, today)) return `To be paid by ${dueDay}.`;
  const days = dayCount(dueDay, today) - 1;
  return `Overdue since ${dueDay}, ${days === 1 ? 'one day' : `${days} days`}.`;
}
