import { useEffect, useState } from 'react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { readBooking, useBookings } from '../slice.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { awaitsBill, knownBooking } from './booking-record.ts';

/** Between two looks for a bill, in milliseconds. */
const billPause = 3000;
/** Looks for a bill before it is left to the reader: a minute's worth. */
const billLooks = 20;

/** One booking, read when it is opened, and again while its bill is being made. */
export function useBookingRecord(id: string) {
  const dispatch = useDispatch();
  const booking = useBookings((state) => knownBooking(id, state.booking));
  const [failure, setFailure] = useState<FailedCall | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const asked = dispatch(readBooking(id));
    void asked.then((result) => {
      if (readBooking.fulfilled.match(result)) setFailure(null);
      else if (!result.meta.aborted) setFailure(result.payload ?? unexpected);
    });
    return () => asked.abort();
  }, [dispatch, id, attempt]);

  const waiting = booking !== undefined && awaitsBill(booking);
  useBillWatch(id, waiting);

  return {
    booking,
    failure,
    retry: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}

function useBillWatch(id: string, waiting: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!waiting) return undefined;
    let looks = 0;
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      looks += 1;
      if (looks >= billLooks) window.clearInterval(timer);
      void dispatch(readBooking(id));
    }, billPause);
    return () => window.clearInterval(timer);
  }, [dispatch, id, waiting]);
}
