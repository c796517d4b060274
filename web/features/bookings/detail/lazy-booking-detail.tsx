import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { BookingDetailProps } from './booking-detail.tsx';

const detail = lazyPart(() => import('./booking-detail.tsx'));

/** The booking that is open; what shows it is fetched after the list behind it. */
export function LazyBookingDetail(props: BookingDetailProps) {
  const there = detail.use(props.id !== '');
  return there && <there.BookingDetail {...props} />;
}
