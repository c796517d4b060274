import { BookingList, completedBookings } from './list/booking-list.tsx';

export default function CompletedPage() {
  return <BookingList of={completedBookings} />;
}

CompletedPage.help =
  'Here are the tickets that are paid and cleared. Open one to read it, or to print its receipt or clearance slip. Nothing is changed here any more. A state admin answers what a driver still asks.';
