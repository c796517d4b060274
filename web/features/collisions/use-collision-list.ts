import { useEffect, useEffectEvent, useState } from 'react';
import { totalPages } from '#web/lib/area.ts';
import type { FailedCall } from '#web/lib/call-failure.ts';
import { useServerBack } from '#web/lib/connection.ts';
import type { ListSteps } from '#web/lib/list-address.ts';
import { useListNews } from '#web/lib/list-news.ts';
import { useLiveNews } from '#web/lib/live.ts';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { listCollisions, useCollisions } from './slice.ts';
import { unexpected } from '#web/lib/unexpected.ts';

interface Settled {
  key: string;
  failure: FailedCall | null;
  /** When the rows were asked for, in milliseconds (UTC). */
  askedAt: number;
}

/**
 * Loads the page that the address names, and again after a new collision or `reload`, and without
 * a word when live news may have been missed. What is no longer asked for is cancelled; until the
 * answer comes the rows of before stay.
 */
export function useCollisionList({ address, landOn }: ListSteps) {
  const dispatch = useDispatch();
  const { all, listed, paginate, new: newest } = useCollisions((state) => state.collision);
  const [attempt, setAttempt] = useState(0);
  const [quiet, setQuiet] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null, askedAt: 0 });
  const land = useEffectEvent(landOn);

  const { search, page, limit } = address;
  const key = JSON.stringify([search, page, limit, attempt, newest?._id]);

  useEffect(() => {
    const _searchfirstName = search === '' ? undefined : search;
    const askedAt = Date.now();
    const asked = dispatch(listCollisions({ limit, page, _searchfirstName }));
    void asked.then((result) => {
      if (listCollisions.fulfilled.match(result)) {
        const last = totalPages(result.payload.total, limit);
        if (page > last) land(last);
        else setSettled({ key, failure: null, askedAt });
      } else if (!result.meta.aborted) {
        const failure = result.payload ?? unexpected;
        setSettled((before) => ({ key, failure, askedAt: before.askedAt }));
      }
    });
    return () => asked.abort();
  }, [dispatch, key, quiet, search, page, limit]);

  useLiveNews(({ type }) => {
    if (type === 'reset') setQuiet((count) => count + 1);
  });
  useServerBack(() => {
    if (settled.failure !== null) setQuiet((count) => count + 1);
  });
  // Whether a new one matches a search is for the server to say.
  const news = useListNews({ askedAt: settled.askedAt, rows: all }, (heard) =>
    heard.type === 'collision' && search === '' ? { id: heard.collision._id, is: 'arrived' } : null,
  );

  const loading = settled.key !== key;
  return {
    rows: all,
    /** How many came since the rows were asked for. */
    arrived: news.arrived,
    /** Whether the list was answered at all, be it for another page or search. */
    loaded: listed !== null,
    loading,
    failure: loading ? null : settled.failure,
    total: paginate.total,
    pages: paginate.step,
    reload: () => setAttempt((count) => count + 1),
  };
}
