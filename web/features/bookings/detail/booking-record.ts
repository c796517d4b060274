import type { Booking, PaymentCheck } from '#contract/bookings.ts';
import type { BookingState } from '../slice.ts';

/**
 * What is known of one booking: the record as last read, else its row in the
 * list, and over it a payment that was confirmed since.
 */
export function knownBooking(
  id: string,
  { all, update, checked }: Pick<BookingState, 'all' | 'update' | 'checked'>,
): Booking | undefined {
  const known = update?._id === id ? update : all.find((row) => row._id === id);
  return known && checked?._id === id ? withPayment(known, checked) : known;
}

// Only ever forward: the answer of a check may be older than the record.
function withPayment(booking: Booking, { billRef, paid, completed }: PaymentCheck): Booking {
  return {
    ...booking,
    billRef: booking.billRef ?? billRef,
    paid: booking.paid || paid,
    completed: booking.completed || completed,
  };
}

/** Whether a bill is due that is not there yet. */
export function awaitsBill({ billRef, paid, price, withdrawal }: Booking): boolean {
  return billRef === null && !paid && price > 0 && withdrawal === null;
}
