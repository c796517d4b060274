import { useState } from 'react';
import type { PaymentException } from '#contract/exceptions.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { toastRefusal } from '#web/forms/refusal.ts';
import { toastFailed } from '#web/ui/feedback/toast.tsx';

interface Problem {
  message: string;
  fields: Readonly<Record<string, string>>;
}

const none: Problem = { message: '', fields: {} };

/** Runs one step of a settlement; calls `onOvertaken` if somebody else took it first. */
export function useSettling(
  onDone: (exception: PaymentException) => void,
  onOvertaken: () => void,
) {
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState<Problem>(none);
  const [attempt, setAttempt] = useState(0);

  const refuse = (refused: Problem) => {
    setProblem(refused);
    if (refused.message === '') toastRefusal(refused.fields);
    else toastFailed(refused.message);
    setAttempt((count) => count + 1);
  };

  async function run(name: string, change: () => Promise<PaymentException>): Promise<void> {
    if (busy !== '') return;
    setBusy(name);
    setProblem(none);
    try {
      const exception = await change();
      setBusy('');
      onDone(exception);
    } catch (error) {
      const { message, fields, code } = failedCall(error);
      setBusy('');
      refuse({ message, fields });
      if (code === 'already_settled' || code === 'not_proposed') onOvertaken();
    }
  }

  return { busy, problem, attempt, run, refuse };
}
