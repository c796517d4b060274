import { useEffect, useState } from 'react';
import type { PaymentException } from '#contract/exceptions.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { readException } from '../exception-calls.ts';

interface Known {
  exception: PaymentException | null;
  failure: FailedCall | null;
}

/** One exception, read when it is opened; `keep` puts a later answer in its place. */
export function useExceptionRecord(id: string) {
  const dispatch = useDispatch();
  const [known, setKnown] = useState<Known>({ exception: null, failure: null });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let left = false;
    const asked = dispatch(readException(id));
    asked.unwrap().then(
      (exception) => {
        if (!left) setKnown({ exception, failure: null });
      },
      (error: unknown) => {
        if (!left) setKnown((last) => ({ ...last, failure: failedCall(error) }));
      },
    );
    return () => {
      left = true;
      asked.abort();
    };
  }, [dispatch, id, attempt]);

  return {
    ...known,
    keep: (exception: PaymentException) => setKnown({ exception, failure: null }),
    /** Asks again, for instance when somebody else was quicker. */
    retry: () => {
      setKnown((last) => ({ ...last, failure: null }));
      setAttempt((count) => count + 1);
    },
  };
}
