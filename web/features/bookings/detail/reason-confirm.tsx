import { type ReactNode, useState } from 'react';
import { maxReasonLength, minReasonLength } from '#contract/bookings.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

interface ReasonConfirmProps {
  title: string;
  message: ReactNode;
  /** Of the field, such as `Reason`. */
  label: string;
  hint: string;
  confirmLabel: string;
  destructive?: boolean;
  /** Sends it. */
  send: (reason: string) => Promise<unknown>;
  /** Said once it is sent. */
  done: string;
  /** Called when it was sent, or when the booking was changed by somebody else since. */
  onDone: () => void;
  onClose: () => void;
}

/** Asks for a reason, and sends it. */
export function ReasonConfirm({ send, done, label, hint, onDone, ...words }: ReasonConfirmProps) {
  const { onClose, ...rest } = words;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const given = reason.trim();

  async function confirm(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await send(given);
      toastDone(done);
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
      {...rest}
      loading={busy}
      loadingLabel="Sending"
      reason={given.length < minReasonLength ? `Give the ${label.toLowerCase()} first.` : undefined}
      onConfirm={() => void confirm()}
      onCancel={busy ? () => undefined : onClose}
    >
      <TextArea
        label={label}
        hint={hint}
        maxLength={maxReasonLength}
        value={reason}
        error={problem}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
