import { type SubmitEvent, useState } from 'react';
import { beginProof } from '#contract/passkeys.ts';
import { proveAgain, readFactors } from '#contract/second-factor.ts';
import type { Factors } from '#contract/second-factor.ts';
import { call, dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { askPasskey, knowsPasskeys } from '#web/device/keys/passkeys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconKey } from '#web/ui/icons.ts';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

interface ProofDialogProps {
  /** False when the dialog was closed instead. */
  onAnswer: (proved: boolean) => void;
}

/** The password, or a code where there is a second factor, to prove again who is there. */
export function ProofDialog({ onAnswer }: ProofDialogProps) {
  return (
    <Dialog opened onClose={() => onAnswer(false)} title="Confirm that it is you">
      <Question onProved={() => onAnswer(true)} />
    </Dialog>
  );
}

function Question({ onProved }: { onProved: () => void }) {
  const { data, failure, reload } = useLoaded('factors', (signal) =>
    dataOf(readFactors, { signal }),
  );
  if (data) return <ProofForm factors={data} onProved={onProved} />;
  if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
  return (
    <div aria-busy>
      <PanelSkeleton rows={2} height={56} />
    </div>
  );
}

function ProofForm({ factors, onProved }: { factors: Factors; onProved: () => void }) {
  const { app, passkeys } = factors;
  const withCode = app || passkeys.length > 0;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [refusal, setRefusal] = useState('');
  const [sending, setSending] = useState(false);
  const [signing, setSigning] = useState(false);

  /** Has a passkey of this device sign; resolves to why it didn't, '' when it did. */
  async function sign(): Promise<string> {
    const asked = await askPasskey(await dataOf(beginProof));
    if (asked.is === 'refused') return asked.message;
    await call(proveAgain, { body: { passkey: asked.answer } });
    onProved();
    return '';
  }

  async function press(): Promise<void> {
    setSigning(true);
    const refused = await sign().catch((failure: unknown) => failedCall(failure).message);
    setRefusal(refused);
    if (refused !== '') toastFailed(refused);
    setSigning(false);
  }

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    try {
      await call(proveAgain, { body: withCode ? { code: typed } : { password: typed } });
      onProved();
    } catch (failure) {
      const { message, fields } = failedCall(failure);
      const atField = fields[withCode ? 'code' : 'password'];
      setError(atField ?? '');
      setRefusal(atField === undefined ? message : '');
      toastFailed(atField ?? message);
    }
    setSending(false);
  }

  const input = {
    value: typed,
    error,
    autoFocus: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped(currentTarget.value),
  };
  return (
    <form className="column gap-6" noValidate onSubmit={(event) => void send(event)}>
      <p>
        You are about to make a decision that affects money, an account or another person’s record.
      </p>
      <RefusalNotice>{refusal}</RefusalNotice>
      {passkeys.length > 0 && knowsPasskeys() && (
        <div>
          <Button
            variant="primary"
            icon={<IconKey size={18} stroke={1.8} aria-hidden />}
            loading={signing}
            loadingLabel="Waiting for the device"
            onClick={() => void press()}
          >
            Use a passkey
          </Button>
        </div>
      )}
      {withCode ? (
        <TextField
          label="Code"
          hint={
            app
              ? 'Enter the six digits from your authenticator app, or one of your recovery codes.'
              : 'Enter one of your recovery codes.'
          }
          autoComplete="one-time-code"
          {...input}
        />
      ) : (
        <PasswordField label="Password" autoComplete="current-password" {...input} />
      )}
      <div>
        <Button
          type="submit"
          variant={passkeys.length > 0 ? 'default' : 'primary'}
          loading={sending}
          loadingLabel="Checking"
        >
          Confirm
        </Button>
      </div>
    </form>
  );
}
