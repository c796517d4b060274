import { BookingList, completedBookings } from './list/booking-list.tsx';

export default function CompletedPage() {
  return <BookingList of={completedBookings} />;
}
