import { BookingList, paidBookings } from './list/booking-list.tsx';

export default function PaidPage() {
  return <BookingList of={paidBookings} />;
}

PaidPage.help =
  'Here are the paid tickets whose vehicle is not cleared. Compare the plate, hand back what is held, and press Clear Vehicle. The ticket moves to Completed, with your name. If the money is in doubt, ask a state admin before you clear.';
