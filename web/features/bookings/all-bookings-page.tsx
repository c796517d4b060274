import { allBookings, BookingList } from './list/booking-list.tsx';

export default function AllBookingsPage() {
  return <BookingList of={allBookings} />;
}

AllBookingsPage.help =
  'Here are the bookings of every stage, with those withdrawn. Narrow them down by day, zone, officer or offence. Choose rows to print their tickets or export them. Whoever sees history finds in a record who did what.';
