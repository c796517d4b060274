import { BookingList, completedBookings } from './booking-list.tsx';

export default function CompletedPage() {
  return <BookingList of={completedBookings} />;
}
