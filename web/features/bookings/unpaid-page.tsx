import { useEffect } from 'react';
import { useDispatch, useMay } from '#web/lib/store-hooks.ts';
import { BookingList } from './booking-list.tsx';
import { unpaidView } from './booking-list-view.ts';
import { LiveMapPlace } from './live-map-place.tsx';
import { sweepBookings } from './slice.ts';

export default function UnpaidPage() {
  const dispatch = useDispatch();
  const maySweep = useMay('start and check a payment');

  useEffect(() => {
    if (maySweep) void dispatch(sweepBookings());
  }, [dispatch, maySweep]);

  return <BookingList view={unpaidView} aside={<LiveMapPlace />} />;
}
