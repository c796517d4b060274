import { type ReactNode, useState } from 'react';
import { type Act, type ActWords, questionOf } from '#contract/act.ts';
import { maxReasonLength, minReasonLength } from '#contract/bookings.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

interface ActConfirmProps {
  act: Pick<Act, 'final'> & { readonly words: ActWords };
  /** The question where it names the record, such as "Withdraw ABC-123DE?". */
  asks?: string;
  /** What it is about, before what it does. */
  about?: ReactNode;
  /** Its fields besides the reason. */
  children?: ReactNode;
  /** Sends it; `reason` is '' where none is asked for. */
  send: (reason: string) => Promise<unknown>;
  /** Called when it was sent, or when somebody else has changed the record since. */
  onDone: () => void;
  onClose: () => void;
}

/** Asks before an act, in the words of the act, and sends it. */
export function ActConfirm({ act, asks, about, children, send, onDone, onClose }: ActConfirmProps) {
  const { words, final } = act;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const given = reason.trim();
  const isMissing = words.reason !== undefined && given.length < minReasonLength;

  async function confirm(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await send(given);
      toastDone(words.done);
    } catch (error) {
      const { message, status } = failedCall(error);
      toastFailed(message);
      if (status !== 409) {
        setBusy(false);
        setProblem(message);
        return;
      }
    }
    onDone();
    onClose();
  }

  return (
    <Confirm
      opened
      title={asks ?? words.asks}
      message={
        <div className="column gap-4">
          <p>
            {about} {questionOf(act)}
          </p>
          {children}
        </div>
      }
      confirmLabel={words.confirms}
      destructive={final}
      loading={busy}
      loadingLabel="Sending"
      reason={isMissing ? `Give the ${words.reason.label.toLowerCase()} first.` : undefined}
      onConfirm={() => void confirm()}
      onCancel={busy ? () => undefined : onClose}
    >
      {words.reason && (
        <TextArea
          label={words.reason.label}
          hint={words.reason.hint}
          maxLength={maxReasonLength}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Confirm>
  );
}
