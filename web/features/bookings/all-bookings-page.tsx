import { allBookings, BookingList } from './booking-list.tsx';

export default function AllBookingsPage() {
  return <BookingList of={allBookings} />;
}
