import type { Booking } from '#contract/bookings.ts';

/** Where a booking stands on its way from ticket to clearance. */
export type BookingStage = 'issued' | 'paid' | 'completed';

export const stageLabels: Record<BookingStage, string> = {
  issued: 'Ticket Issued',
  paid: 'Ticket Paid',
  completed: 'Completed',
};

export function bookingStage(booking: Pick<Booking, 'paid' | 'completed'>): BookingStage {
  if (booking.completed) return 'completed';
  return booking.paid ? 'paid' : 'issued';
}
