import { useState } from 'react';
import { createPortal } from 'react-dom';
import { type Passkey, removePasskey } from '#contract/passkeys.ts';
import {
  addApp,
  type Factors,
  readFactors,
  removeApp,
  renewRecoveryCodes,
} from '#contract/second-factor.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { knowsPasskeys } from '#web/device/keys/passkeys.ts';
import { useToday } from '#web/format/use-today.ts';
import { joined, plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { NewApp, type NewKey } from './new-app.tsx';
import { NewPasskey, PasskeyList } from './passkey-list.tsx';
import css from './security.module.css';

const appName = 'Authenticator app';

/** The factor about to be removed: the app, or a passkey. */
type Removing = 'app' | Passkey;

interface FactorCardProps {
  /** The recovery codes of a first factor were kept. */
  onSetUp?: () => void;
}

/** Authenticator app and passkeys as second factor: set up, with their recovery codes, and removed. */
export function FactorCard({ onSetUp }: FactorCardProps) {
  const { data, failure, reload } = useLoaded('factors', (signal) =>
    dataOf(readFactors, { signal }),
  );
  const [adding, setAdding] = useState<NewKey | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState<Removing | null>(null);
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

  const begin = () => change(async () => setAdding(await dataOf(addApp)));
  const renew = () => change(async () => setCodes(await dataOf(renewRecoveryCodes)));
  const remove = (what: Removing) =>
    change(async () => {
      setRemoving(null);
      await (what === 'app' ? call(removeApp) : call(removePasskey, { params: { id: what.id } }));
      toastDone(what === 'app' ? 'Authenticator app removed' : 'Passkey removed');
    });
  const added = (given: readonly string[]) => {
    setAdding(null);
    setCodes(given);
    reload();
  };

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
  const { app, passkeys, takesPasskeys } = data;
  const has = app || passkeys.length > 0;
  return (
    <Card title="Second factor">
      <div className="gap-7 stack card-body">
        <p>{wordsOf(data)}</p>
        {codes.length > 0 && (
          <RecoveryCodes
            codes={codes}
            onKept={() => {
              setCodes([]);
              onSetUp?.();
            }}
          />
        )}
        {app && (
          <div className={classNames('row gap-6', css['factor'])}>
            <IconDeviceMobile size={20} stroke={1.8} aria-hidden />
            <b className="grow">{appName}</b>
            <Button
              size="sm"
              aria-label="Remove authenticator app"
              onClick={() => setRemoving('app')}
            >
              Remove
            </Button>
          </div>
        )}
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={setRemoving} />}
        {adding === 'passkey' && <NewPasskey onAdded={added} onCancel={() => setAdding(null)} />}
        {adding !== null && adding !== 'passkey' && !app && (
          <NewApp key={adding.secret} made={adding} onOn={added} onCancel={() => setAdding(null)} />
        )}
        {adding === null && (
          <div className="flex wrap gap-4">
            {!app && (
              <Button
                variant={has ? 'default' : 'primary'}
                loading={busy}
                onClick={() => void begin()}
              >
                Set up an authenticator app
              </Button>
            )}
            {takesPasskeys && knowsPasskeys() && (
              <Button onClick={() => setAdding('passkey')}>Add a passkey</Button>
            )}
            {has && (
              <Button loading={busy} onClick={() => void renew()}>
                New recovery codes
              </Button>
            )}
          </div>
        )}
      </div>
      <Confirm
        opened={removing !== null}
        title={
          removing === null || removing === 'app'
            ? 'Remove the authenticator app?'
            : `Remove the passkey ${removing.name}?`
        }
        message={
          <p>
            {Number(app) + passkeys.length > 1
              ? 'You will then sign in with your other second factor.'
              : 'You will then sign in with your password alone. Your recovery codes will stop working too.'}
          </p>
        }
        confirmLabel="Remove"
        destructive
        loading={busy}
        loadingLabel="Removing"
        onConfirm={() => void (removing && remove(removing))}
        onCancel={() => setRemoving(null)}
      />
    </Card>
  );
}

function wordsOf({ app, passkeys, recoveryCodes }: Factors): string {
  if (!app && passkeys.length === 0)
    return 'With a second factor, nobody can sign in with your password alone. An authenticator app shows six digits to enter. A passkey asks for your finger, face or PIN on a device.';
  return `Hanya asks for your second factor when you sign in, and before you decide about money. You have ${plural(recoveryCodes, 'recovery code')} left.`;
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The codes that sign in when phone and passkeys are lost, shown once. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const user = useCurrentUser();
  const today = useToday();
  const list = (
    <ul className={css['codes']} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
  return (
    <Notice kind="warn">
      <b>Write these recovery codes down now. Hanya will not show them again.</b>
      <p>If you lose your phone, you can sign in once with each code.</p>
      {list}
      <div className="flex wrap gap-4">
        <CopyButton label="Copy codes" textOf={() => codes.join('\n')} />
        <Button size="sm" onClick={() => window.print()}>
          Print codes
        </Button>
        <Button size="sm" onClick={onKept}>
          I have written the codes down
        </Button>
      </div>
      {createPortal(
        <div className="printed-alone" aria-hidden>
          <h1>Recovery codes</h1>
          <p>{joined([user?.email ?? '', today])}. Each code works once, with your password.</p>
          {list}
        </div>,
        document.body,
      )}
    </Notice>
  );
}
