import { useEffect, useEffectEvent, useState } from 'react';
import { totalPages, type Paginate } from '#web/api/area.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useServerBack } from '#web/api/connection.ts';
import type { ListSteps } from './list-address.ts';
import { useListNews, type ListNews, type NewsSource } from './news.ts';
import { useLiveNews } from '#web/live/events.ts';
import { failedCall } from '#web/api/use-loaded.ts';

/** What a list asks the server for. */
interface ListQuery {
  page: number;
  limit: number;
  sort?: unknown;
}

/** The same text for the same query, whoever made it. */
function asText(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return JSON.stringify(given.sort());
}

/** All the pages of a query, in whatever order. */
const whole = (query: ListQuery): object => ({ ...query, page: 0, limit: 0, sort: '' });

const noNews: ListNews = { arrived: 0, left: 0 };

interface Settled {
  key: string;
  failure: FailedCall | null;
  /** When the rows were asked for, in milliseconds (UTC). */
  askedAt: number;
}

export interface ListSource<Row extends { _id: string }, Query extends ListQuery> {
  /** What the address asks for today. */
  query: Query;
  /** Asks for it, and leaves the rows in the store. */
  ask: (query: Query) => { unwrap: () => Promise<{ total: number }>; abort: () => void };
  rows: readonly Row[];
  /** What the rows answer; null while nothing was answered. Others may have asked for them. */
  answered: Query | null;
  paginate: Paginate;
  /** The id of the record that was made here last: the list is asked for again after it. */
  newest?: string | undefined;
  /** How live news are heard; a list that is told none has none. */
  news?: Pick<NewsSource<Row>, 'hear' | 'findAmong' | 'onArrival'> | undefined;
}

const noSource = {
  hear: () => null,
  findAmong: () => Promise.resolve([]),
  onArrival: () => undefined,
};

export interface ShownList<Row> {
  rows: readonly Row[];
  /** What changed about the list since it was loaded. */
  news: ListNews;
  /** Whether its total is known, be it from another page or order of the same list. */
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
 * word when live news may have been missed. What is no longer asked for is cancelled. Rows and total
 * are shown only where they answer what is asked, never more rows than the page holds.
 */
export function useList<Row extends { _id: string }, Query extends ListQuery>(
  { landOn }: Pick<ListSteps, 'landOn'>,
  source: ListSource<Row, Query>,
): ShownList<Row> {
  const { query, newest, rows, answered, paginate } = source;
  const { page, limit } = query;
  const [attempt, setAttempt] = useState(0);
  const [quiet, setQuiet] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null, askedAt: 0 });
  const land = useEffectEvent(landOn);
  const ask = useEffectEvent(() => source.ask(query));
  const question = asText(query);
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
  const own = answered !== null && asText(answered) === question;
  const loaded = answered !== null && asText(whole(answered)) === asText(whole(query));
  const total = loaded ? paginate.total : 0;
  // A record that was just made may stand beyond the page.
  const shown = own ? rows.slice(0, limit) : [];
  const { askedAt } = settled;
  const news = useListNews({ ...(source.news ?? noSource), question, askedAt, rows: shown });
  const failure = settled.key === key ? settled.failure : null;
  return {
    rows: shown,
    news: own ? news : noNews,
    loaded,
    loading: settled.key !== key || (!own && failure === null),
    failure,
    total,
    pages: totalPages(total, limit),
    question,
    reload: () => setAttempt((count) => count + 1),
  };
}
