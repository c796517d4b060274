import { type ReactNode, useState } from 'react';
import { questionOf, type Worded } from '#contract/act.ts';
import { maxReasonLength, minReasonLength } from '#contract/bookings.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

interface ActConfirmProps<Answer> {
  act: Worded;
  /** The question where it names the record, such as "Withdraw ABC-123DE?". */
  asks?: string | undefined;
  /** What it is about, before what it does. */
  about?: ReactNode;
  /** Its fields besides the reason, or what it concerns. */
  children?: ReactNode;
  /** Sends it; `reason` is '' where none is asked for. */
  send: (reason: string) => Promise<Answer>;
  /** Said once it is done, where it depends on the answer. */
  done?: (answer: Answer) => string;
  /** Called when it was sent, or when somebody else has changed the record since. */
  onDone: () => void;
  /** Takes any failure to the form that the question came from; the question closes. */
  onFailed?: ((failure: FailedCall) => void) | undefined;
  onClose: () => void;
}

/** Asks before an act, in the words of the act, and sends it. */
export function ActConfirm<Answer>(props: ActConfirmProps<Answer>) {
  const { act, asks, about, children, send, done, onDone, onFailed, onClose } = props;
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
      const answer = await send(given);
      toastDone(done?.(answer) ?? words.done);
    } catch (error) {
      const failure = failedCall(error);
      toastFailed(failure.message);
      if (onFailed) {
        onFailed(failure);
        onClose();
        return;
      }
      if (failure.status !== 409) {
        setBusy(false);
        setProblem(failure.message);
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
          {!words.reason && <RefusalNotice>{problem ?? ''}</RefusalNotice>}
        </div>
      }
      confirmLabel={words.confirms}
      destructive={final}
      loading={busy}
      loadingLabel="Sending"
      reason={isMissing ? `Enter the ${words.reason.label.toLowerCase()} first.` : undefined}
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
