import { BookingList, paidBookings } from './list/booking-list.tsx';

export default function PaidPage() {
  return <BookingList of={paidBookings} />;
}

PaidPage.help =
  'These bookings are paid, but their vehicles are not cleared yet. Check the plate, hand back what the authority holds, and select Clear Vehicle. The booking then moves to Completed with your name. If you doubt the payment, ask a state admin first.';
