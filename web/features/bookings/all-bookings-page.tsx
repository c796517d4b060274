import { BookingList } from './booking-list.tsx';
import { allView } from './booking-list-view.ts';

export default function AllBookingsPage() {
  return <BookingList view={allView} />;
}
