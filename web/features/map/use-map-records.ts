import { useCallback, useEffect, useState } from 'react';
import { type MapRecords, readMap } from '#contract/map.ts';
import type { Organisation } from '#contract/places.ts';
import { CallFailure, type FailedCall } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { sentenceOf, useTriedAgain } from '#web/api/tried-again.ts';
import { isMetered } from '#web/device/network.ts';
import { dashboardPause, useThrottled } from '#web/device/use-throttled.ts';
import { concerns, useLiveNews } from '#web/live/events.ts';
import { parsedInSlices } from './parse-in-slices.ts';

/** Milliseconds between two reads of the records while the page is visible. */
const interval = 60_000;
/** The longest that the map waits before it reads again after news, in milliseconds. */
const newsDelay = 5_000;

interface Known {
  /** The organisation of the records; none of another's are shown. */
  organisation: Organisation | undefined;
  records: MapRecords | null;
  failure: FailedCall | null;
}

/**
 * The records of the map. One that `follows` them reads every minute while the page is visible, and
 * after news. A closed preview reads once, and not where data is paid for. When reading fails, the
 * last records stay, and `failure` says why they are old.
 */
export function useMapRecords(organisation: Organisation | undefined, follows: boolean) {
  const [known, setKnown] = useState<Known>({ organisation, records: null, failure: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const reloadThrottled = useThrottled(reload, newsDelay, dashboardPause);
  useLiveNews((news) => {
    if (follows && concerns(news, organisation)) reloadThrottled();
  });

  const wanted = follows || !isMetered();
  useEffect(() => {
    if (!wanted) return undefined;
    const abort = new AbortController();
    const query = organisation === undefined ? {} : { organisation };
    call(readMap, { query, signal: abort.signal, parse: parsedInSlices })
      .then(({ data }) => setKnown({ organisation, records: data, failure: null }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setKnown((last) => ({
          organisation,
          records: last.organisation === organisation ? last.records : null,
          failure: error.toFailedCall(),
        }));
      });
    return () => abort.abort();
  }, [organisation, round, wanted]);

  useEffect(() => {
    if (!follows) return undefined;
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, interval);
    return () => window.clearInterval(timer);
  }, [reload, follows]);

  useTriedAgain(known.failure, reload);

  const current = known.organisation === organisation;
  return {
    records: current ? known.records : null,
    failure: current && known.failure ? sentenceOf(known.failure) : null,
    wanted,
    /** True while the first records are on their way. */
    loading: wanted && !(current && (known.records ?? known.failure)),
    reload,
  };
}
