import { type SubmitEvent, useState } from 'react';
import { addPasskey, beginPasskey } from '#contract/passkeys.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { dataOf } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { makePasskey } from '#web/device/keys/passkeys.ts';
import { Age } from '#web/format/age.tsx';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconKey } from '#web/ui/icons.ts';

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}

/** One's own passkeys, each with when it was used. */
export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  return (
    <ul className="column ruled" aria-label="Passkeys">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="row gap-6">
          <IconKey size={20} stroke={1.8} aria-hidden />
          <div className="column grow anywhere">
            <b>{passkey.name}</b>
            <span className="small quiet">
              Passkey, added {momentOf(passkey.addedAt)}
              {passkey.usedAt !== null && (
                <>
                  , last used: <Age at={passkey.usedAt} />
                </>
              )}
            </span>
          </div>
          <Button
            size="sm"
            aria-label={`Remove passkey: ${passkey.name}`}
            onClick={() => onRemove(passkey)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface NewPasskeyProps {
  /** With the recovery codes, if it is the first factor. */
  onAdded: (codes: readonly string[]) => void;
  onCancel: () => void;
}

const needName = 'Enter a name for the passkey, such as the name of the device.';

/** Names a new passkey, and has the device make it. */
export function NewPasskey({ onAdded, onCancel }: NewPasskeyProps) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState('');
  const [refusal, setRefusal] = useState('');
  const [busy, setBusy] = useState(false);

  /** Resolves to why it was not added; '' when it was. */
  async function add(): Promise<string> {
    const made = await makePasskey(await dataOf(beginPasskey));
    if (made.is === 'refused') return made.message;
    const codes = await dataOf(addPasskey, { body: { name, passkey: made.answer } });
    toastDone('Passkey added');
    onAdded(codes);
    return '';
  }

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') {
      setFault(needName);
      toastFailed(needName);
      return;
    }
    setBusy(true);
    const refused = await add().catch((error: unknown) => failedCall(error).message);
    setRefusal(refused);
    if (refused !== '') toastFailed(refused);
    setBusy(false);
  }

  return (
    <form className="column gap-6" noValidate onSubmit={(event) => void send(event)}>
      <RefusalNotice>{refusal}</RefusalNotice>
      <TextField
        label="Name of the passkey"
        hint="For example, the name of the phone or security key that holds it. The device will then ask for your finger, face or PIN."
        maxLength={60}
        autoComplete="off"
        autoFocus
        value={name}
        error={fault}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setFault('');
        }}
      />
      <div className="flex wrap gap-4">
        <Button
          type="submit"
          variant="primary"
          loading={busy}
          loadingLabel="Waiting for the device"
        >
          Add passkey
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
