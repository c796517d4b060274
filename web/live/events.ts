import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#contract/live.ts';
import type { Organisation } from '#contract/places.ts';

/**
 * The news of records while the page is open. `reset`: events may have been missed, so everything
 * must be fetched again.
 */
export type LiveNews = Exclude<LiveEvent, { type: 'ended' }>;

type Listener = (news: LiveNews) => void;

const listeners = new Set<Listener>();

export function tellNews(news: LiveNews): void {
  for (const listener of listeners) listener(news);
}

function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `hear` with all news while the component is mounted. */
export function useLiveNews(hear: Listener): void {
  const listener = useEffectEvent(hear);
  useEffect(() => onNews((news) => listener(news)), []);
}

/**
 * True if news may change the figures of an organisation, or of any in scope if undefined. A bill
 * changes none.
 */
export function concerns(news: LiveNews, organisation: Organisation | undefined): boolean {
  const matches = (of: string) => organisation === undefined || of === organisation;
  if (news.type === 'collision') return matches(news.collision.organisation);
  if (news.type !== 'booking') return true;
  return matches(news.booking.organisation) && news.change !== 'billed';
}
