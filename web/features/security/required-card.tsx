import { useState } from 'react';
import { readRequiredFactors, requireFactor } from '#contract/required-factors.ts';
import type { RequiredFactors } from '#contract/required-factors.ts';
import { call, dataOf } from '#web/api/call.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { capitalised, plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Confirm } from '#web/ui/dialog/confirm.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

type Rule = RequiredFactors[number];

/** For each role, whether its accounts must have a second factor. */
export function RequiredCard({ user }: { user: SignedInUser }) {
  const { data, failure, reload } = useLoaded('required', (signal) =>
    dataOf(readRequiredFactors, { signal }),
  );
  const [asking, setAsking] = useState<Rule | null>(null);
  const { busy, run } = useRun();

  async function change({ role, required }: Rule): Promise<void> {
    await run(
      () => call(requireFactor, { params: { role }, body: { required: !required } }),
      required ? `Second factor no longer required: ${role}` : `Second factor required: ${role}`,
    );
    setAsking(null);
    reload();
  }

  return (
    <Card title="Second factor by role">
      {data === null ? (
        failure === null ? (
          <PanelSkeleton rows={5} height={44} />
        ) : (
          <PanelFailure message={failure} onRetry={reload} />
        )
      ) : (
        <div className="gap-7 stack card-body">
          <p>
            If a role requires a second factor, everybody with that role must set one up before they
            can continue. These settings apply in {user.state ?? 'every organisation'}.
          </p>
          <ul className="column ruled" aria-label="Roles">
            {data.map((rule) => (
              <li key={rule.role} className="row gap-6">
                <div className="column grow">
                  <b>{capitalised(rule.role)}</b>
                  <span className="small quiet">{stateOf(rule)}</span>
                </div>
                {(user.state === null || !rule.everywhere) && user.zone === null && (
                  <Button
                    size="sm"
                    aria-label={`${rule.required ? 'Stop requiring' : 'Require'}: ${rule.role}`}
                    onClick={() => setAsking(rule)}
                  >
                    {rule.required ? 'Stop requiring' : 'Require'}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Confirm
        opened={asking !== null}
        title={
          asking?.required
            ? `Let ${asking.role}s work without a second factor?`
            : `Require a second factor for every ${asking?.role ?? ''}?`
        }
        message={
          <p>
            {asking?.required
              ? 'People who have a second factor will keep it.'
              : `${plural(asking?.without ?? 0, 'account')} ${asking?.without === 1 ? 'has' : 'have'} no second factor. Each person must set one up before they can continue.`}
          </p>
        }
        confirmLabel={asking?.required ? 'Stop requiring' : 'Require'}
        loading={busy}
        loadingLabel="Saving"
        onConfirm={() => void (asking && change(asking))}
        onCancel={() => setAsking(null)}
      />
    </Card>
  );
}

function stateOf({ required, everywhere, without }: Rule): string {
  const lacking = without === 0 ? 'everybody has one' : `${without} without one`;
  if (everywhere) return `Required in every organisation, ${lacking}`;
  return `${required ? 'Required' : 'Not required'}, ${lacking}`;
}
