import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { CallFailure, type FailedCall, offline } from './call-failure.ts';
import { useServerBack } from './connection.ts';
import { sentenceOf, useTriedAgain } from './tried-again.ts';
import { unexpected } from './unexpected.ts';

interface Known<Answer> {
  question: string;
  data: Answer | null;
  failure: FailedCall | null;
  at: number | null;
}

export interface Loaded<Answer> {
  /** The last answer to this question, also while it is asked again; null before the first. */
  data: Answer | null;
  /**
   * The reason why the last call failed, in one sentence. Null when we are offline and still have
   * data, since a banner on every screen says so.
   */
  failure: string | null;
  /** The time at which the data was loaded, in milliseconds (UTC). */
  at: number | null;
  reload: () => void;
}

/**
 * Loads the answer to a question on mounting, when the question changes, and after `reload`. It
 * loads again once the server is back after a failure or was busy, and every `every` milliseconds
 * while the page is visible.
 */
export function useLoaded<Answer>(
  question: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  every?: number,
): Loaded<Answer> {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<Known<Answer>>({ question, ...nothing });
  const reload = useCallback(() => setRound((last) => last + 1), []);
  const askNow = useEffectEvent(ask);

  useEffect(() => {
    const over = new AbortController();
    askNow(over.signal).then(
      (data) => {
        if (!over.signal.aborted) setKnown({ question, data, failure: null, at: Date.now() });
      },
      (error: unknown) => {
        if (over.signal.aborted) return;
        const failure = failedCall(error);
        setKnown((last) =>
          last.question === question ? { ...last, failure } : { question, ...nothing, failure },
        );
      },
    );
    return () => over.abort();
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

  useTriedAgain(known.failure, reload);

  const { data, failure, at } = known.question === question ? known : nothing;
  const silent = failure === null || (failure.code === offline.code && data !== null);
  return { data, failure: silent ? null : sentenceOf(failure), at, reload };
}

const nothing = { data: null, failure: null, at: null };

/** The failure of a call; one that isn't the server's becomes `unexpected`. */
export function failedCall(error: unknown): FailedCall {
  return isFailed(error) ? error : unexpected;
}

function isFailed(error: unknown): error is FailedCall {
  if (error instanceof CallFailure) return true;
  return typeof error === 'object' && error !== null && 'code' in error && 'status' in error;
}
