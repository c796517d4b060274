import { useCallback, useEffect, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { readMap, type MapRecords } from '#contract/statistics.ts';
import { call } from '#web/api/call.ts';
import { CallFailure } from '#web/api/call-failure.ts';

/** Between two readings, in milliseconds. */
const pause = 60_000;

export interface MapQuery {
  of: 'unpaid' | 'recent';
  organisation: Organisation | undefined;
  /** A new number reads again, such as after a record was changed. */
  revision: number;
}

interface Known {
  /** What the records answer; those of another question aren't shown. */
  question: string;
  records: MapRecords | null;
  failure: string | null;
}

/**
 * The records of the map, read again every minute while the page is seen. When a reading fails,
 * the last records stay, with a sentence why they are old. `given` ones are taken instead.
 */
export function useMapRecords(
  { of, organisation, revision }: MapQuery,
  given: MapRecords | undefined,
) {
  const question = `${of} ${organisation ?? ''}`;
  const [known, setKnown] = useState<Known>({ question, records: null, failure: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const reads = given === undefined;

  useEffect(() => {
    if (!reads) return undefined;
    const leaving = new AbortController();
    const query = organisation === undefined ? { of } : { of, organisation };
    call(readMap, { query, signal: leaving.signal })
      .then(({ data }) => setKnown({ question, records: data, failure: null }))
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setKnown((last) => ({
          question,
          records: last.question === question ? last.records : null,
          failure: error.message,
        }));
      });
    return () => leaving.abort();
  }, [reads, of, organisation, question, round, revision]);

  useEffect(() => {
    if (!reads) return undefined;
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, pause);
    return () => window.clearInterval(timer);
  }, [reads, reload]);

  const current = known.question === question;
  return {
    records: given ?? (current ? known.records : null),
    failure: current ? known.failure : null,
    reload,
  };
}
