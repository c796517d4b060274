import { allBookings, BookingList } from './list/booking-list.tsx';

export default function AllBookingsPage() {
  return <BookingList of={allBookings} />;
}

AllBookingsPage.help =
  'This list has bookings of every stage, with the withdrawn ones. Narrow it down by day, zone, officer or offence. Select rows to print their tickets or to export them. The history in each booking shows who did what.';
