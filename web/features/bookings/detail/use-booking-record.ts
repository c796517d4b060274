import { useEffect, useState } from 'react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { readBooking, useBookings } from '../slice.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { knownBooking } from './booking-record.ts';

/** One booking, read when it is opened. */
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

  return {
    booking,
    failure,
    retry: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
  };
}
