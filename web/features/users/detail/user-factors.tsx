import { useState } from 'react';
import { readFactorsOf, takeFactors } from '#contract/second-factor.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { plural } from '#web/format/words.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { Button } from '#web/ui/controls/button.tsx';
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
      <p>
        {held.length === 0
          ? 'This user has no second factor.'
          : `Second factor: ${held.join(' and ')}.`}
      </p>
      {held.length > 0 && !own && (
        <div>
          <Button size="sm" onClick={() => setAsking(true)}>
            {takeFactors.words.begins}
          </Button>
        </div>
      )}
      {asking && (
        <ActConfirm
          act={takeFactors}
          asks={`Remove ${name}’s second factor?`}
          send={() => call(takeFactors, { params: { id } })}
          onDone={reload}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
