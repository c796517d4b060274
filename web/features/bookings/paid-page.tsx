import { BookingList } from './booking-list.tsx';
import { paidView } from './booking-list-view.ts';

export default function PaidPage() {
  return <BookingList view={paidView} />;
}
