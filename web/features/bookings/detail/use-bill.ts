import { useEffect, useEffectEvent, useState } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { owesMoney } from '#contract/owed.ts';
import type { BillState } from '#contract/payments.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { readBooking, useBookings } from '../slice.ts';
import { readBill } from './calls.ts';

/** Milliseconds between two questions about the bill: during the first minute, and after it. */
const firstInterval = 3_000;
const laterInterval = 30_000;
const firstMinute = 60_000;

/**
 * The state of an unpaid booking's bill; null while it isn't known, and where nothing is to be
 * paid. The booking is read again once its bill is made.
 */
export function useBill(booking: Booking | undefined): BillState | null {
  const dispatch = useDispatch();
  const isDue = booking !== undefined && owesMoney(booking);
  const id = isDue ? booking._id : '';
  const isMade = booking?.billRef != null;
  const [interval, setInterval] = useState(firstInterval);
  // A check may have raised an exception since, and a person may look at it now.
  const checkedAt = useBookings(({ booking: { checked } }) =>
    checked?._id === id ? checked.checkedAt : '',
  );
  const { data } = useLoaded<BillState | null>(
    `${id} ${booking?.billRef ?? ''} ${checkedAt}`,
    (signal) => (id === '' ? Promise.resolve(null) : readBill(id, signal)),
    id === '' || isMade ? undefined : interval,
  );

  useEffect(() => {
    const timer = setTimeout(() => setInterval(laterInterval), firstMinute);
    return () => clearTimeout(timer);
  }, [id]);

  const hasCome = !isMade && data?.is === 'made';
  const readAgain = useEffectEvent(() => void readBooking(dispatch, id).catch(() => undefined));
  useEffect(() => {
    if (hasCome) readAgain();
  }, [hasCome]);
  return isDue ? data : null;
}
