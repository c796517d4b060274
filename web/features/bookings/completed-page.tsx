import { BookingList, completedBookings } from './list/booking-list.tsx';

export default function CompletedPage() {
  return <BookingList of={completedBookings} />;
}

CompletedPage.help =
  'These bookings are paid and their vehicles are cleared. Open a booking to read it, or to print its receipt or clearance slip. You can no longer change these bookings. If a driver still has a question, ask a state admin.';
