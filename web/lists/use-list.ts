import { useEffect, useEffectEvent, useState } from 'react';
import { totalPages, type Paginate } from '#web/api/area.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useServerBack } from '#web/api/connection.ts';
import type { ListSteps } from './address.ts';
import { useListNews, type ListNews, type Verdict } from './news.ts';
import { useLiveNews, type LiveNews } from '#web/live/events.ts';
import { failedCall } from '#web/api/use-loaded.ts';

interface Settled {
  key: string;
  failure: FailedCall | null;
  /** When the rows were asked for, in milliseconds (UTC). */
  askedAt: number;
}

export interface ListSource<Row> {
  /** What the list is of, whatever the address says: another text for another list. */
  of?: string;
  /** Asks for the page that the address names, and leaves its rows in the store. */
  ask: () => { unwrap: () => Promise<{ total: number }>; abort: () => void };
  rows: readonly Row[];
  paginate: Paginate;
  /** Whether this list was answered at all, be it for another page, search or filter. */
  loaded: boolean;
  /** The id of the record that was made here last: the list is asked for again after it. */
  newest?: string | undefined;
  /** What live news mean for this list; null for nothing. */
  judge?: (news: LiveNews) => Verdict | null;
}

export interface ShownList<Row> {
  rows: readonly Row[];
  /** What changed about the list since it was loaded. */
  news: ListNews;
  loaded: boolean;
  loading: boolean;
  failure: FailedCall | null;
  total: number;
  pages: number;
  /** What the rows answer, as text. */
  question: string;
  reload: () => void;
}

/**
 * Loads the page that the address names, and again after a new record or `reload`, and without a
 * word when live news may have been missed. What is no longer asked for is cancelled; until the
 * answer comes the rows of before stay.
 */
export function useList<Row extends { _id: string }>(
  { address, landOn }: Pick<ListSteps, 'address' | 'landOn'>,
  source: ListSource<Row>,
): ShownList<Row> {
  const { of = '', newest, rows, paginate, loaded, judge = () => null } = source;
  const { search, page, limit, sort, filters } = address;
  const [attempt, setAttempt] = useState(0);
  const [quiet, setQuiet] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null, askedAt: 0 });
  const land = useEffectEvent(landOn);
  const ask = useEffectEvent(source.ask);
  const question = JSON.stringify([of, search, page, limit, sort, filters]);
  const key = JSON.stringify([question, attempt, newest]);

  useEffect(() => {
    let left = false;
    const askedAt = Date.now();
    const asked = ask();
    asked.unwrap().then(
      ({ total }) => {
        if (left) return;
        const last = totalPages(total, limit);
        if (page > last) land(last);
        else setSettled({ key, failure: null, askedAt });
      },
      (error: unknown) => {
        if (left) return;
        setSettled((before) => ({ key, failure: failedCall(error), askedAt: before.askedAt }));
      },
    );
    return () => {
      left = true;
      asked.abort();
    };
  }, [key, quiet, page, limit]);

  useLiveNews(({ type }) => {
    if (type === 'reset') setQuiet((count) => count + 1);
  });
  useServerBack(() => {
    if (settled.failure !== null) setQuiet((count) => count + 1);
  });
  const shown = loaded ? rows : [];
  const news = useListNews({ askedAt: settled.askedAt, rows: shown }, judge);
  const loading = settled.key !== key;
  return {
    rows: shown,
    news,
    loaded,
    loading,
    failure: loading ? null : settled.failure,
    total: loaded ? paginate.total : 0,
    pages: loaded ? paginate.step : 1,
    question,
    reload: () => setAttempt((count) => count + 1),
  };
}
