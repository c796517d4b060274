import { useState } from 'react';
import { readFactorsOf, takeFactors } from '#contract/second-factor.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

interface UserFactorsProps {
  id: string;
  name: string;
  /** One's own are removed on the Security page. */
  own: boolean;
}

/** Somebody's second factor, with a way to take it away when it is lost. */
export function UserFactors({ id, name, own }: UserFactorsProps) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    dataOf(readFactorsOf, { params: { id }, signal }),
  );
  const [asking, setAsking] = useState(false);
  const { busy, run } = useRun();

  async function takeAway(): Promise<void> {
    await run(() => call(takeFactors, { params: { id } }), 'Second factor taken away');
    setAsking(false);
    reload();
  }

  if (data === null)
    return failure === null ? (
      <PanelSkeleton rows={1} height={44} />
    ) : (
      <PanelFailure message={failure} onRetry={reload} />
    );
  const { app, passkeys } = data;
  const held = [
    ...(app ? ['an authenticator app'] : []),
    ...(passkeys > 0 ? [plural(passkeys, 'passkey')] : []),
  ];
  return (
    <div className="column gap-4">
      <p>{held.length === 0 ? 'No second factor.' : `Second factor: ${held.join(' and ')}.`}</p>
      {held.length > 0 && !own && (
        <div>
          <Button size="sm" onClick={() => setAsking(true)}>
            Take away the second factor
          </Button>
        </div>
      )}
      <Confirm
        opened={asking}
        title={`Take away the second factor of ${name}?`}
        message={
          <p>
            Only when it is lost, and after you have spoken with <b>{name}</b>. Their password alone
            signs in then, their sessions end, and they are told by mail.
          </p>
        }
        confirmLabel="Take away"
        destructive
        loading={busy}
        loadingLabel="Taking away"
        onConfirm={() => void takeAway()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
