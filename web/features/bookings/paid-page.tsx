import { BookingList, paidBookings } from './list/booking-list.tsx';

export default function PaidPage() {
  return <BookingList of={paidBookings} />;
}
