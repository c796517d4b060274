import { type SubmitEvent, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type addApp, confirmApp } from '#contract/second-factor.ts';
import { dataOf } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './security.module.css';

export type NewKey = ResponseOf<typeof addApp>['data'];

interface NewAppProps {
  made: NewKey;
  /** With the recovery codes, if it is the first factor. */
  onOn: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** The key of an app as a QR code and in letters, and its first code. */
export function NewApp({ made, onOn, onCancel }: NewAppProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const { size, path } = made.qr;

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      onOn(await dataOf(confirmApp, { body: { code } }));
    } catch (failure) {
      setError(failedCall(failure).message);
      toastFailed(failedCall(failure).message);
      setBusy(false);
    }
  }

  return (
    <form className="column gap-6" noValidate onSubmit={(event) => void send(event)}>
      <p>
        Scan this code with an app such as Google Authenticator or Aegis, or enter the key below it.
        Then enter the six digits that the app shows.
      </p>
      <svg
        className={css['qr']}
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        role="img"
        aria-label="QR code for the authenticator app"
      >
        <path d={path} />
      </svg>
      <p className="anywhere">
        <span className="quiet">Key</span>{' '}
        <code>{made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <div className="flex wrap gap-4">
        <CopyButton label="Copy key" textOf={() => made.secret} />
        <a className={css['onThisDevice']} href={made.address}>
          Open the app on this device
        </a>
      </div>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={error}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <div className="flex wrap gap-4">
        <Button type="submit" variant="primary" loading={busy} loadingLabel="Checking">
          Turn on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
