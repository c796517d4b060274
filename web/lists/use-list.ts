import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type ListSize, pagesOf } from '#web/api/area.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { connectionNow, useServerBack } from '#web/api/connection.ts';
import { useTriedAgain } from '#web/api/tried-again.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { useLiveNews } from '#web/live/events.ts';
import type { Identified } from './identified.ts';
import type { ListSteps } from './list-address.ts';
import { type ListNews, type NewsSource, useListNews } from './news.ts';

/** A list's request to the server. */
interface ListQuery {
  page: number;
  limit: number;
  sort?: unknown;
}

/** The same text for the same query, in whatever order its parts were given. */
function asText(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return JSON.stringify(given.sort());
}

/** A query without its page and sort: queries of one total are the same text. */
const asTotalText = (query: ListQuery) => asText({ ...query, page: 0, limit: 0, sort: '' });

const noNews: ListNews = { arrived: 0, left: 0 };

interface Settled {
  key: string;
  failure: FailedCall | null;
  /** The time of the request for the rows, in milliseconds (UTC). */
  askedAt: number;
}

export interface ListSource<Row extends Identified, Query extends ListQuery> {
  /** The address's request, its period as days counted from today. */
  query: Query;
  /** Asks for it; the answer arrives in `rows`, `answered` and `paginate`. */
  ask: (query: Query, signal: AbortSignal) => Promise<ListSize>;
  rows: readonly Row[];
  /** The query that the rows answer, which another screen may have asked; null before any answer. */
  answered: Query | null;
  paginate: ListSize;
  /** The id of the record made here last; the list is asked for again when it changes. */
  newest?: string | undefined;
  /** Milliseconds after which it is asked again while it is looked at, for rows without live news. */
  every?: number | undefined;
  /** The way of live news to this list; without it the list has no news. */
  news?: Pick<NewsSource<Row>, 'hear' | 'findAmong' | 'onArrival'> | undefined;
}

const noSource = {
  hear: () => null,
  findAmong: () => Promise.resolve([]),
  onArrival: () => undefined,
};

export interface ShownList<Row> {
  rows: readonly Row[];
  /** Changes of the list since it was loaded. */
  news: ListNews;
  /** True if its total is known, if only from another page or order of the same list. */
  loaded: boolean;
  loading: boolean;
  failure: FailedCall | null;
  size: ListSize;
  pages: number;
  /** The query as text. */
  question: string;
  reload: () => void;
}

/**
 * Loads the page that the address names, again after a new record or `reload`, and quietly when
 * live news may have been missed. It cancels requests that are no longer needed. Rows and total are
 * given only if they answer the query, never more than the page holds.
 */
export function useList<Row extends Identified, Query extends ListQuery>(
  { landOn }: Pick<ListSteps, 'landOn'>,
  source: ListSource<Row, Query>,
): ShownList<Row> {
  const { query, newest, rows, answered, paginate, every } = source;
  const { page, limit } = query;
  const [attempt, setAttempt] = useState(0);
  const [quiet, setQuiet] = useState(0);
  const [settled, setSettled] = useState<Settled>({ key: '', failure: null, askedAt: 0 });
  const land = useEffectEvent(landOn);
  const ask = useEffectEvent((signal: AbortSignal) => source.ask(query, signal));
  const question = asText(query);
  const key = JSON.stringify([question, attempt, newest]);

  useEffect(() => {
    const over = new AbortController();
    const askedAt = Date.now();
    ask(over.signal).then(
      (size) => {
        if (over.signal.aborted) return;
        const last = pagesOf(size, limit);
        if (page > last) land(last);
        else setSettled({ key, failure: null, askedAt });
      },
      (error: unknown) => {
        if (over.signal.aborted) return;
        setSettled((before) => ({ key, failure: failedCall(error), askedAt: before.askedAt }));
      },
    );
    return () => over.abort();
  }, [key, quiet, page, limit]);

  const reloadQuietly = useCallback(() => setQuiet((count) => count + 1), []);
  useLiveNews(({ type }) => {
    if (type === 'reset') reloadQuietly();
  });
  useServerBack(() => {
    if (settled.failure !== null) reloadQuietly();
  });
  useTriedAgain(settled.failure, reloadQuietly);
  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && connectionNow().online) reloadQuietly();
    }, every);
    return () => clearInterval(timer);
  }, [every, reloadQuietly]);

  const answersQuery = answered !== null && asText(answered) === question;
  const loaded = answered !== null && asTotalText(answered) === asTotalText(query);
  const size = loaded ? paginate : { total: 0 };
  // A record that was just made may stand beyond the page.
  const shown = answersQuery ? rows.slice(0, limit) : [];
  const { askedAt } = settled;
  const news = useListNews({ ...(source.news ?? noSource), question, askedAt, rows: shown });
  const failure = settled.key === key ? settled.failure : null;
  return {
    rows: shown,
    news: answersQuery ? news : noNews,
    loaded,
    loading: settled.key !== key || (!answersQuery && failure === null),
    failure,
    size,
    pages: pagesOf(size, limit),
    question,
    reload: () => setAttempt((count) => count + 1),
  };
}
