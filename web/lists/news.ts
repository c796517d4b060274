import { useRef, useState } from 'react';
import { useServerBack } from '#web/api/connection.ts';
import { useThrottled } from '#web/device/use-throttled.ts';
import { type LiveNews, useLiveNews } from '#web/live/events.ts';
import { type Identified, idOf } from './identified.ts';

export interface ListNews {
  /** Records that belong in the list and are not among its rows. */
  arrived: number;
  /** Rows that no longer belong in it. */
  left: number;
}

/** A live event's news about one record. */
export interface Heard {
  id: string;
  /** Such a change may bring a record into this list or only take it out; `gone` already did. */
  change: 'may bring' | 'may take' | 'gone';
}

/** A record's place after the news about it. */
interface Verdict {
  is: 'arrived' | 'left' | 'stays';
  /** The time of the news, in milliseconds (UTC). */
  at: number;
  /** The query of the list that it is about. */
  question: string;
}

interface Listed {
  /** The query that the rows answer, as text: another list has other news. */
  question: string;
  /** The time of the request, in milliseconds (UTC): the rows contain earlier news. */
  askedAt: number;
  rows: readonly Identified[];
}

export interface NewsSource<Found extends Identified> extends Listed {
  /** The news of an event about a record of this kind; null if it is about none. */
  hear: (news: LiveNews) => Heard | null;
  /** Asks the server which of these records belong in the list. */
  findAmong: (ids: readonly string[]) => Promise<readonly Found[]>;
  /** Called with the records that came into the list. */
  onArrival: (arrived: readonly Found[]) => void;
}

/** Milliseconds within which the server is asked about what was heard. */
const gatherFor = 1_000;
/** Records that one call asks the server about, at most. */
const batchSize = 100;

/** Counts the records that came and left since the rows were asked for. */
export function countNews(
  verdicts: ReadonlyMap<string, Verdict>,
  { question, askedAt, rows }: Listed,
): ListNews {
  const shown = new Set(rows.map(idOf));
  const own = [...verdicts].filter(([, one]) => one.question === question && one.at >= askedAt);
  return {
    arrived: own.filter(([id, { is }]) => is === 'arrived' && !shown.has(id)).length,
    left: own.filter(([id, { is }]) => is === 'left' && shown.has(id)).length,
  };
}

interface Decided extends Pick<Verdict, 'is' | 'at'> {
  id: string;
}

/**
 * Adds these verdicts, and drops those that no longer count. It answers the same object when none
 * concerns the list, so that it isn't drawn anew. A record that isn't in a list can't leave it.
 */
export function withVerdicts(
  before: ReadonlyMap<string, Verdict>,
  decided: readonly Decided[],
  { question, askedAt, rows }: Listed,
): ReadonlyMap<string, Verdict> {
  const shown = new Set(rows.map(idOf));
  const concerning = decided.filter(
    ({ id, is }) => is === 'arrived' || shown.has(id) || before.has(id),
  );
  if (concerning.length === 0) return before;
  const counting = [...before].filter(([, one]) => one.question === question && one.at >= askedAt);
  return new Map([
    ...counting,
    ...concerning.map(({ id, is, at }) => [id, { is, at, question }] as const),
  ]);
}

/**
 * Counts the records that come into a list and leave it while it is open. Events about its rows,
 * and about records that may have come, are gathered. Then the server is asked which of them
 * belong.
 */
export function useListNews<Found extends Identified>(source: NewsSource<Found>): ListNews {
  const { askedAt, rows } = source;
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const waiting = useRef(new Map<string, Heard & { at: number }>());

  function hasArrived(id: string): boolean {
    return verdicts.get(id)?.is === 'arrived';
  }

  function verdictOn({ id, change }: Heard, belongs: boolean): Verdict['is'] {
    if (!belongs) return 'left';
    return change === 'may bring' || hasArrived(id) ? 'arrived' : 'stays';
  }

  function keep(heard: readonly Decided[]): void {
    setVerdicts((before) => withVerdicts(before, heard, source));
  }

  async function ask(): Promise<void> {
    const asked = [...waiting.current.values()].filter(({ at }) => at >= askedAt);
    const found: Found[] = [];
    for (let from = 0; from < asked.length; from += batchSize) {
      const some = asked.slice(from, from + batchSize);
      found.push(...(await source.findAmong(some.map(({ id }) => id))));
    }
    for (const { id, at } of asked)
      if (waiting.current.get(id)?.at === at) waiting.current.delete(id);
    const belongs = new Set(found.map(idOf));
    const known = asked.map((one) => ({ ...one, is: verdictOn(one, belongs.has(one.id)) }));
    keep(known);
    const arrived = new Set(known.flatMap(({ id, is }) => (is === 'arrived' ? [id] : [])));
    source.onArrival(found.filter((row) => arrived.has(idOf(row))));
  }
  // If asking fails, the records wait for the next event, or until the server is back.
  const askSoon = useThrottled(() => void ask().catch(() => undefined), gatherFor);
  useServerBack(() => {
    if (waiting.current.size > 0) askSoon();
  });

  useLiveNews((news) => {
    const heard = source.hear(news);
    if (!heard) return;
    const { id, change } = heard;
    const at = Date.now();
    if (change === 'gone') {
      waiting.current.delete(id);
      keep([{ id, at, is: 'left' }]);
    } else if (change === 'may bring' || hasArrived(id) || rows.some((row) => idOf(row) === id)) {
      waiting.current.set(id, { ...heard, at });
      askSoon();
    }
  });
  return countNews(verdicts, source);
}
