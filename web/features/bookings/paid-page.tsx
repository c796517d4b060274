import { BookingList, paidBookings } from './booking-list.tsx';

export default function PaidPage() {
  return <BookingList of={paidBookings} />;
}
