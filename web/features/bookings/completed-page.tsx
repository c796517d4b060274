import { BookingList } from './booking-list.tsx';
import { completedView } from './booking-list-view.ts';

export default function CompletedPage() {
  return <BookingList view={completedView} />;
}
