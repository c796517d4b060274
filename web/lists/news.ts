import { useRef, useState } from 'react';
import { useServerBack } from '#web/api/connection.ts';
import { useSoon } from '#web/device/use-soon.ts';
import { useLiveNews, type LiveNews } from '#web/live/events.ts';

export interface ListNews {
  /** Records that belong in the list and are not among its rows. */
  arrived: number;
  /** Rows that no longer belong in it. */
  left: number;
}

/** What was heard of a record. */
export interface Heard {
  id: string;
  /** Whether such a change may bring a record into this list or only take it out; `gone` did. */
  change: 'may bring' | 'may take' | 'gone';
}

/** What became of a record that was heard of. */
interface Verdict {
  is: 'arrived' | 'left' | 'stays';
  /** When it was heard of, in milliseconds (UTC). */
  at: number;
  /** The list that it is about. */
  question: string;
}

interface Row {
  _id: string;
}

interface Listed {
  /** What the rows answer, as text: another list has other news. */
  question: string;
  /** When they were asked for: what was heard before is in them. Milliseconds (UTC). */
  askedAt: number;
  rows: readonly Row[];
}

export interface NewsSource<Found extends Row> extends Listed {
  /** What news say of a record that this list may be about; null for nothing. */
  hear: (news: LiveNews) => Heard | null;
  /** Those of these records that belong in the list: the server alone can tell. */
  findAmong: (ids: readonly string[]) => Promise<readonly Found[]>;
  /** Records that came into the list. */
  onArrival: (arrived: readonly Found[]) => void;
}

/** Milliseconds within which the server is asked about what was heard. */
const soon = 1_000;
/** As many as the server is asked about at once. */
const most = 100;

/** Counts what became of records since the rows were asked for. */
export function countNews(
  verdicts: ReadonlyMap<string, Verdict>,
  { question, askedAt, rows }: Listed,
): ListNews {
  const shown = new Set(rows.map((row) => row._id));
  const own = [...verdicts].filter(([, one]) => one.question === question && one.at >= askedAt);
  return {
    arrived: own.filter(([id, { is }]) => is === 'arrived' && !shown.has(id)).length,
    left: own.filter(([id, { is }]) => is === 'left' && shown.has(id)).length,
  };
}

/**
 * Counts what happens about a list while it is looked at. What is heard of a row, or of a record
 * that may have come, is gathered, and the server is asked once which of them belong in the list.
 */
export function useListNews<Found extends Row>(source: NewsSource<Found>): ListNews {
  const { question, askedAt, rows } = source;
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  const waiting = useRef(new Map<string, Heard & { at: number }>());

  function hasArrived(id: string): boolean {
    return verdicts.get(id)?.is === 'arrived';
  }

  function verdictOn({ id, change }: Heard, belongs: boolean): Verdict['is'] {
    if (!belongs) return 'left';
    return change === 'may bring' || hasArrived(id) ? 'arrived' : 'stays';
  }

  function keep(heard: readonly (Heard & { at: number; is: Verdict['is'] })[]): void {
    const now = heard.map(({ id, is, at }) => [id, { is, at, question }] as const);
    setVerdicts((before) => new Map([...before, ...now]));
  }

  async function ask(): Promise<void> {
    const asked = [...waiting.current.values()].filter(({ at }) => at >= askedAt);
    const found: Found[] = [];
    for (let from = 0; from < asked.length; from += most) {
      const some = asked.slice(from, from + most);
      found.push(...(await source.findAmong(some.map(({ id }) => id))));
    }
    for (const { id, at } of asked)
      if (waiting.current.get(id)?.at === at) waiting.current.delete(id);
    const belongs = new Set(found.map(({ _id }) => _id));
    const known = asked.map((one) => ({ ...one, is: verdictOn(one, belongs.has(one.id)) }));
    keep(known);
    const arrived = new Set(known.flatMap(({ id, is }) => (is === 'arrived' ? [id] : [])));
    source.onArrival(found.filter(({ _id }) => arrived.has(_id)));
  }
  // What could not be asked waits for other news, or until the server is back.
  const askSoon = useSoon(() => void ask().catch(() => undefined), soon);
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
      keep([{ ...heard, at, is: 'left' }]);
    } else if (change === 'may bring' || hasArrived(id) || rows.some((row) => row._id === id)) {
      waiting.current.set(id, { ...heard, at });
      askSoon();
    }
  });
  return countNews(verdicts, source);
}
