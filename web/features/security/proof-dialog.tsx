import { type SubmitEvent, useState } from 'react';
import type { Factors } from '#contract/second-factor.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { proveAgain, readFactors } from './security-calls.ts';

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
  const dispatch = useDispatch();
  const { data } = useLoaded('factors', () => dispatch(readFactors(undefined)));
  return data && <ProofForm factors={data} onProved={onProved} />;
}

function ProofForm({ factors: { app }, onProved }: { factors: Factors; onProved: () => void }) {
  const dispatch = useDispatch();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [refusal, setRefusal] = useState('');
  const [sending, setSending] = useState(false);

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    try {
      await dispatch(proveAgain(app ? { code: typed } : { password: typed })).unwrap();
      onProved();
    } catch (failure) {
      const { message, fields } = failedCall(failure);
      const atField = fields[app ? 'code' : 'password'];
      setError(atField ?? '');
      setRefusal(atField === undefined ? message : '');
    }
    setSending(false);
  }

  const input = {
    value: typed,
    error,
    'data-autofocus': true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped(currentTarget.value),
  };
  return (
    <form className="column gap-6" noValidate onSubmit={(event) => void send(event)}>
      <p>You are about to decide over money or over what protects your account.</p>
      <RefusalNotice>{refusal}</RefusalNotice>
      {app ? (
        <TextField
          label="Code"
          hint="The six digits of your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          {...input}
        />
      ) : (
        <PasswordField label="Password" autoComplete="current-password" {...input} />
      )}
      <div>
        <Button type="submit" variant="primary" loading={sending} loadingLabel="Checking">
          Confirm
        </Button>
      </div>
    </form>
  );
}
