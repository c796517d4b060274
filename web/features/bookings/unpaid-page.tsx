import { type ReactNode, useEffect } from 'react';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import { sweepBookings } from './detail/calls.ts';
import { JustBooked } from './just-booked.tsx';
import { BookingList, unpaidBookings } from './list/booking-list.tsx';

/** `map` is shown beside the list. */
export default function UnpaidPage({ map }: { map: ReactNode }) {
  const dispatch = useDispatch();
  const maySweep = useMay('start and check a payment');

  useEffect(() => {
    if (maySweep) sweepBookings(dispatch).catch(() => undefined);
  }, [dispatch, maySweep]);

  return (
    <>
      <JustBooked />
      <BookingList of={unpaidBookings} aside={map} />
    </>
  );
}
