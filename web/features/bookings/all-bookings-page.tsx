import { allBookings, BookingList } from './list/booking-list.tsx';

export default function AllBookingsPage() {
  return <BookingList of={allBookings} />;
}
