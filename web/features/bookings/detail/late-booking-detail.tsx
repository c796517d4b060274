import { late } from '#web/ui/overlay/late.ts';
import type { BookingDetailProps } from './booking-detail.tsx';

const detail = late(() => import('./booking-detail.tsx'));

/** The booking that is open; what shows it is fetched after the list behind it. */
export function LateBookingDetail(props: BookingDetailProps) {
  const there = detail.use(props.id !== '');
  return there && <there.BookingDetail {...props} />;
}
