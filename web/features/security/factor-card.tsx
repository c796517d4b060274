import { type SubmitEvent, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { addApp as addAppEndpoint } from '#contract/second-factor.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import css from './security.module.css';
import { addApp, confirmApp, readFactors, removeApp } from './security-calls.ts';

type NewKey = ResponseOf<typeof addAppEndpoint>['data'];

/** An authenticator app as second factor: set up, with its recovery codes, and removed. */
export function FactorCard() {
  const dispatch = useDispatch();
  const { data, failure, reload } = useLoaded('factors', () => dispatch(readFactors(undefined)));
  const [key, setKey] = useState<NewKey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  /** Does it, and says so when it fails. */
  async function change(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await act();
      reload();
    } catch (error) {
      toastFailed(failedCall(error).message);
    }
    setBusy(false);
  }

  const begin = () => change(async () => setKey(await dispatch(addApp()).unwrap()));
  const remove = () =>
    change(async () => {
      setAsking(false);
      await dispatch(removeApp()).unwrap();
      toastDone('Authenticator app removed');
    });

  if (data === null)
    return (
      <Card title="Second factor">
        {failure === null ? (
          <PanelSkeleton rows={2} height={56} />
        ) : (
          <PanelFailure message={failure} onRetry={reload} />
        )}
      </Card>
    );
  return (
    <Card title="Second factor">
      <div className={css['body']}>
        <p>
          {data.app
            ? `Your authenticator app is asked for when you sign in, and before you decide over money. ${data.recoveryCodes} recovery codes are left.`
            : 'With an authenticator app on your phone, a password alone opens nothing: at sign-in its six digits are asked for too.'}
        </p>
        {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
        {key && !data.app && (
          <NewApp
            key={key.secret}
            made={key}
            onOn={(given) => {
              setKey(null);
              setCodes(given);
              reload();
            }}
          />
        )}
        {data.app ? (
          <div>
            <Button loading={busy} onClick={() => setAsking(true)}>
              Remove authenticator app
            </Button>
          </div>
        ) : (
          key === null && (
            <div>
              <Button variant="primary" loading={busy} onClick={() => void begin()}>
                Set up an authenticator app
              </Button>
            </div>
          )
        )}
      </div>
      <Confirm
        opened={asking}
        title="Remove the authenticator app?"
        message={<p>Your password alone signs in then. The recovery codes are void too.</p>}
        confirmLabel="Remove"
        destructive
        loading={busy}
        loadingLabel="Removing"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}

/** The key of an app as a QR code and in letters, and its first code. */
function NewApp({ made, onOn }: { made: NewKey; onOn: (codes: readonly string[]) => void }) {
  const dispatch = useDispatch();
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const { size, path } = made.qr;

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      onOn(await dispatch(confirmApp(code)).unwrap());
    } catch (failure) {
      setError(failedCall(failure).message);
      setBusy(false);
    }
  }

  return (
    <form className="column gap-6" noValidate onSubmit={(event) => void send(event)}>
      <p>
        Scan this with an app such as Google Authenticator or Aegis, or type the key below it. Then
        enter the six digits that the app shows.
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
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={error}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="primary" loading={busy} loadingLabel="Checking">
          Turn on
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Notice kind="warn">
      <b>Write these recovery codes down now: they are not shown again.</b>
      <p>Each signs you in once when your phone is lost.</p>
      <ul className={css['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={onKept}>
        I have written them down
      </Button>
    </Notice>
  );
}
