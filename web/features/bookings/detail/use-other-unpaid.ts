import { useEffect, useState } from 'react';
import { dossierKey, readKnown } from '#contract/dossiers.ts';
import type { Booking } from '#contract/bookings.ts';
import { call } from '#web/api/call.ts';
import { CallFailure } from '#web/api/call-failure.ts';

type Asked = Pick<Booking, '_id' | 'registration' | 'paid' | 'price'>;

interface Unpaid {
  of: string;
  count: number;
  sum: number;
}

/**
 * The other unpaid bookings of the same vehicle that the person may see, and the naira on them; null
 * when there are none, or while that can't be found out: the record stands without.
 */
export function useOtherUnpaid({ _id, registration, paid, price }: Asked) {
  const [found, setFound] = useState<Unpaid | null>(null);
  // What is paid meanwhile changes the answer.
  const of = `${_id} ${registration} ${String(paid)}`;

  useEffect(() => {
    if (dossierKey('plate', registration).length < 2) return undefined;
    const stale = new AbortController();
    call(readKnown, { query: { of: 'plate', value: registration }, signal: stale.signal })
      .then(({ data: { open } }) => setFound({ of, ...open }))
      .catch((error: unknown) => {
        if (!stale.signal.aborted && !(error instanceof CallFailure)) throw error;
      });
    return () => stale.abort();
  }, [registration, of]);

  if (found?.of !== of) return null;
  const others = paid ? found : { count: found.count - 1, sum: found.sum - price };
  return others.count > 0 ? { count: others.count, sum: others.sum } : null;
}
