import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#contract/live.ts';
import type { Organisation } from '#contract/places.ts';

/**
 * What happens to records while we look. `reset`: something may have been missed, so whatever was
 * fetched before is fetched again.
 */
export type LiveNews = Exclude<LiveEvent, { type: 'ended' }>;

type Listener = (news: LiveNews) => void;

const listeners = new Set<Listener>();

export function tellNews(news: LiveNews): void {
  for (const listener of listeners) listener(news);
}

/** Hears all news until the returned function is called. */
function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears all news while the component is there. */
export function useLiveNews(hear: Listener): void {
  const listener = useEffectEvent(hear);
  useEffect(() => onNews((news) => listener(news)), []);
}

/**
 * Whether news may change what is told of an organisation, or of all in one's scope without one; a
 * bill that was made changes nothing.
 */
export function concerns(news: LiveNews, organisation: Organisation | undefined): boolean {
  const isOfIt = (of: string) => organisation === undefined || of === organisation;
  if (news.type === 'collision') return isOfIt(news.collision.organisation);
  if (news.type !== 'booking') return true;
  return isOfIt(news.booking.organisation) && news.change !== 'billed';
}
