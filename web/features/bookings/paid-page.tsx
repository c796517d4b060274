import { paidBookings, BookingList } from './booking-list.tsx';

export default function PaidPage() {
  return <BookingList of={paidBookings} />;
}
