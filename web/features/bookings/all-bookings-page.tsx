import { allBookings, BookingList } from './list/booking-list.tsx';

export default function AllBookingsPage() {
  return <BookingList of={allBookings} />;
}

AllBookingsPage.help =
  'This list has bookings at every stage, including withdrawn bookings. Filter the list by day, zone, officer or offence. Select rows to print their tickets or to export them. The history in each booking shows who did what.';
