import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { CallFailure, offline, type FailedCall } from './call-failure.ts';
import { useServerBack } from './connection.ts';
import { unexpected } from './unexpected.ts';

/** A call under way, as `dispatch` of a server thunk answers. */
export interface Asked<Answer> {
  unwrap: () => Promise<Answer>;
  abort: () => void;
}

interface Known<Answer> {
  question: string;
  data: Answer | null;
  failure: FailedCall | null;
  at: number | null;
}

export interface Loaded<Answer> {
  /** The last answer to the question at hand, also while it is asked again; null before the first. */
  data: Answer | null;
  /**
   * Why the last asking failed, in one sentence. What is kept while the server is not there says
   * nothing: the whole screen does.
   */
  failure: string | null;
  /** When the data came, in milliseconds (UTC). */
  at: number | null;
  reload: () => void;
}

/**
 * Loads the answer to a question when the component comes, when the question changes, after `reload`,
 * and if `every` (milliseconds) is given, again and again while the page is seen.
 */
export function useLoaded<Answer>(
  question: string,
  ask: () => Asked<Answer>,
  every?: number,
): Loaded<Answer> {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<Known<Answer>>({ question, ...nothing });
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const askNow = useEffectEvent(ask);

  useEffect(() => {
    let left = false;
    const asked = askNow();
    asked.unwrap().then(
      (data) => {
        if (!left) setKnown({ question, data, failure: null, at: Date.now() });
      },
      (error: unknown) => {
        if (left) return;
        const failure = failedCall(error);
        setKnown((last) =>
          last.question === question ? { ...last, failure } : { question, ...nothing, failure },
        );
      },
    );
    return () => {
      left = true;
      asked.abort();
    };
  }, [question, round]);

  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, every);
    return () => clearInterval(timer);
  }, [every, reload]);

  useServerBack(() => {
    if (known.failure !== null) reload();
  });

  const { data, failure, at } = known.question === question ? known : nothing;
  const silent = failure === null || (failure.code === offline.code && data !== null);
  return { data, failure: silent ? null : failure.message, at, reload };
}

const nothing = { data: null, failure: null, at: null };

/** What a call failed with: a thunk rejects with what was kept of the failure. */
export function failedCall(error: unknown): FailedCall {
  return isFailed(error) ? error : unexpected;
}

function isFailed(error: unknown): error is FailedCall {
  if (error instanceof CallFailure) return true;
  return typeof error === 'object' && error !== null && 'code' in error && 'status' in error;
}
