import { useState } from 'react';
import { failedCall } from '#web/api/use-loaded.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';

/** Sends one change at a time: a toast says what came of it, and `refusal` why not, of a field first. */
export function useRun() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});

  /** Answers whether it was done. */
  async function run<Answer>(
    change: () => Promise<Answer>,
    done: string | ((answer: Answer) => string),
  ): Promise<boolean> {
    setBusy(true);
    setRefusal('');
    setFields({});
    try {
      const answer = await change();
      toastDone(typeof done === 'string' ? done : done(answer));
      return true;
    } catch (error) {
      const failed = failedCall(error);
      setRefusal(Object.values(failed.fields)[0] ?? failed.message);
      setFields(failed.fields);
      toastFailed(failed.message);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, refusal, fields, run };
}
