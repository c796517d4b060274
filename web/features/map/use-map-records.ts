import { useCallback, useEffect, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { readMap, type MapRecords } from '#contract/map.ts';
import { call } from '#web/api/call.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { useSoon } from '#web/device/use-soon.ts';

/** Between two readings, in milliseconds. */
const pause = 60_000;
/** Milliseconds within which the map follows the news. */
const soon = 5_000;

interface Known {
  /** Whose records they are; those of another organisation aren't shown. */
  organisation: Organisation | undefined;
  records: MapRecords | null;
  failure: string | null;
}

/**
 * The records of the map, read again every minute while the page is seen, and after news while it
 * `follows`. When a reading fails, the last records stay, with a sentence why they are old.
 */
export function useMapRecords(organisation: Organisation | undefined, follows: boolean) {
  const [known, setKnown] = useState<Known>({ organisation, records: null, failure: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const reloadSoon = useSoon(reload, soon);
  useLiveNews((news) => {
    if (follows && concerns(news, organisation)) reloadSoon();
  });

  useEffect(() => {
    const leaving = new AbortController();
    const query = organisation === undefined ? {} : { organisation };
    call(readMap, { query, signal: leaving.signal })
      .then(({ data }) => setKnown({ organisation, records: data, failure: null }))
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setKnown((last) => ({
          organisation,
          records: last.organisation === organisation ? last.records : null,
          failure: error.message,
        }));
      });
    return () => leaving.abort();
  }, [organisation, round]);

  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, pause);
    return () => window.clearInterval(timer);
  }, [reload]);

  const current = known.organisation === organisation;
  return {
    records: current ? known.records : null,
    failure: current ? known.failure : null,
    reload,
  };
}
