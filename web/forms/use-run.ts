import { useState } from 'react';
import type { FailedCall } from '#web/api/call-failure.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';

const none: Pick<FailedCall, 'message' | 'fields'> = { message: '', fields: {} };

/** Sends a change: a toast says what came of it, and `refusal` why it failed, of a field first. */
export function useRun() {
  const [busy, setBusy] = useState(false);
  const [{ message, fields }, setFailed] = useState(none);

  /** Answers whether it was done. */
  async function run<Answer>(
    change: () => Promise<Answer>,
    done: string | ((answer: Answer) => string),
  ): Promise<boolean> {
    setBusy(true);
    setFailed(none);
    try {
      const answer = await change();
      toastDone(typeof done === 'string' ? done : done(answer));
      return true;
    } catch (error) {
      setFailed(failedCall(error));
      toastFailed(failedCall(error).message);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, refusal: Object.values(fields)[0] ?? message, fields, run };
}
