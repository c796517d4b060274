import type { Booking } from '#contract/bookings.ts';

/** Where a booking stands on its way from ticket to clearance, or that it left it. */
export type BookingStage = 'issued' | 'paid' | 'completed' | 'withdrawn';

export const stageLabels: Record<BookingStage, string> = {
  issued: 'Ticket Issued',
  paid: 'Ticket Paid',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
};

export function bookingStage(
  booking: Pick<Booking, 'paid' | 'completed' | 'withdrawal'>,
): BookingStage {
  if (booking.withdrawal) return 'withdrawn';
  if (booking.completed) return 'completed';
  return booking.paid ? 'paid' : 'issued';
}
