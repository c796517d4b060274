import { useEffect, useEffectEvent, useState } from 'react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { failedCall, type Asked } from '#web/api/use-loaded.ts';

/** A record that is open, and how its reading went. */
export interface OpenRecord<Row> {
  /** As it is known here, be it from a list; undefined until anything is. */
  record: Row | undefined;
  /** Whether the server has given it since it was opened. */
  fresh: boolean;
  /** Why it could not be read; null while it is on its way. */
  failure: FailedCall | null;
  /** Reads it again. */
  retry: () => void;
  /** Puts what a change answered in its place. */
  keep: (record: Row) => void;
}

interface Answer<Row> {
  record?: Row;
  fresh: boolean;
  failure: FailedCall | null;
}

/**
 * One record, read when it is opened, so that a link to it works alone. `known` is what the store
 * holds of it: the list's row until the answer comes, and whatever was heard of it since.
 */
export function useRecord<Row>(id: string, read: () => Asked<Row>, known?: Row): OpenRecord<Row> {
  const [answer, setAnswer] = useState<Answer<Row>>({ fresh: false, failure: null });
  const [attempt, setAttempt] = useState(0);
  const readNow = useEffectEvent(read);

  useEffect(() => {
    let left = false;
    const asked = readNow();
    asked.unwrap().then(
      (record) => {
        if (!left) setAnswer({ record, fresh: true, failure: null });
      },
      (error: unknown) => {
        if (!left) setAnswer((last) => ({ ...last, fresh: false, failure: failedCall(error) }));
      },
    );
    return () => {
      left = true;
      asked.abort();
    };
  }, [id, attempt]);

  return {
    record: known ?? answer.record,
    fresh: answer.fresh,
    failure: answer.failure,
    retry: () => {
      setAnswer((last) => ({ ...last, fresh: false, failure: null }));
      setAttempt((count) => count + 1);
    },
    keep: (record) => setAnswer({ record, fresh: true, failure: null }),
  };
}
