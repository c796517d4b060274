import { useState } from 'react';

interface Seen {
  question: string | undefined;
  keys: readonly string[];
  fresh: readonly string[];
  /** True while the rows answer an earlier question, or none. */
  awaiting: boolean;
}

/**
 * The keys of the rows that appeared while the question stayed the same. Without a question none are
 * new.
 */
export function useFreshRows(
  keys: readonly string[],
  question: string | undefined,
  stale: boolean,
): readonly string[] {
  const [seen, setSeen] = useState<Seen>({ question, keys, fresh: [], awaiting: true });
  const next = nextSeen(seen, { question, keys, stale });
  if (next !== seen) setSeen(next);
  return next.fresh;
}

/** The state after the list has changed; the same object when it hasn't. */
export function nextSeen(
  seen: Seen,
  now: { question: string | undefined; keys: readonly string[]; stale: boolean },
): Seen {
  const { question, keys, stale } = now;
  const before = new Set(seen.keys);
  const same = keys.length === seen.keys.length && keys.every((key) => before.has(key));
  const awaiting = seen.awaiting || seen.question !== question;
  const fresh = same
    ? seen.fresh
    : awaiting || question === undefined
      ? []
      : keys.filter((key) => !before.has(key));
  const stillAwaiting = awaiting && stale;
  const unchanged = same && seen.question === question && seen.awaiting === stillAwaiting;
  return unchanged ? seen : { question, keys, fresh, awaiting: stillAwaiting };
}
