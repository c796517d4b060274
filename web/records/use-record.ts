import { useEffect, useEffectEvent, useState } from 'react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { sentenceOf, useTriedAgain } from '#web/api/tried-again.ts';
import { failedCall } from '#web/api/use-loaded.ts';

/** A record that is open, and the state of reading it. */
export interface OpenRecord<Row> {
  /** As it is known so far, perhaps from a list; undefined while nothing is known. */
  record: Row | undefined;
  /** True once it was read from the server since it was opened. */
  fresh: boolean;
  /** The reason why it could not be read; null while it is being read, and once it was. */
  failure: FailedCall | null;
  /** Reads it again. */
  retry: () => void;
  /** Replaces it by the answer to a change. */
  keep: (record: Row) => void;
}

interface Answer<Row> {
  record?: Row;
  fresh: boolean;
  failure: FailedCall | null;
}

/**
 * A record, read when it is opened, so that a link to it works alone. `known` is the store's
 * record: the list's row at first, then kept up to date by the live stream.
 */
export function useRecord<Row>(
  id: string,
  read: (signal: AbortSignal) => Promise<Row>,
  known?: Row,
): OpenRecord<Row> {
  const [answer, setAnswer] = useState<Answer<Row>>({ fresh: false, failure: null });
  const [attempt, setAttempt] = useState(0);
  const readNow = useEffectEvent(read);

  useEffect(() => {
    const left = new AbortController();
    readNow(left.signal).then(
      (record) => {
        if (!left.signal.aborted) setAnswer({ record, fresh: true, failure: null });
      },
      (error: unknown) => {
        if (!left.signal.aborted)
          setAnswer((last) => ({ ...last, fresh: false, failure: failedCall(error) }));
      },
    );
    return () => left.abort();
  }, [id, attempt]);
  useTriedAgain(answer.failure, () => setAttempt((count) => count + 1));

  return {
    record: known ?? answer.record,
    fresh: answer.fresh,
    failure: answer.failure && { ...answer.failure, message: sentenceOf(answer.failure) },
    retry: () => {
      setAnswer((last) => ({ ...last, fresh: false, failure: null }));
      setAttempt((count) => count + 1);
    },
    keep: (record) => setAnswer({ record, fresh: true, failure: null }),
  };
}
