import { type ReactNode, useEffect } from 'react';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { sweepBookings } from './detail/calls.ts';
import { JustBooked } from './just-booked.tsx';
import type { KeptUnpaidProps } from './kept-unpaid.tsx';
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
      <BookingList of={unpaidBookings} aside={map} Kept={LazyKept} />
    </>
  );
}

const kept = lazyPart(() => import('./kept-unpaid.tsx'));

function LazyKept(props: KeptUnpaidProps) {
  const there = kept.use(true);
  return there && <there.KeptUnpaid {...props} />;
}
