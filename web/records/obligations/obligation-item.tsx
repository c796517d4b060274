import { useState } from 'react';
import type { Worded } from '#contract/act.ts';
import {
  decideWaiver,
  endObligation,
  type Obligation,
  type ObligationState,
} from '#contract/obligations.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { momentOf } from '#web/format/time.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { Button } from '#web/ui/controls/button.tsx';

export const stateWords: Readonly<Record<ObligationState, string>> = {
  open: 'Open',
  overdue: 'Overdue',
  'waiver asked': 'Waiver to confirm',
  done: 'Done',
  waived: 'Waived',
  void: 'Void with its ticket',
};

interface ObligationItemProps {
  obligation: Obligation;
  onChanged: () => void;
}

/** An obligation of a ticket: how it stands, and the next step for those who may make it. */
export function ObligationItem({ obligation, onChanged }: ObligationItemProps) {
  const { words, state, dueDay, reason, by, at, waivedBy } = obligation;
  return (
    <li className="column gap-4">
      <p>
        <b>{words}</b>
        <span className="block small quiet">
          {stateWords[state]}
          {dueDay !== null && ['open', 'overdue'].includes(state) && `, due ${dueDay}`}
          {reason !== '' && `. ${by?.name ?? ''}, ${at === null ? '' : momentOf(at)}: ${reason}`}
          {waivedBy && ` Waived by ${waivedBy.name}.`}
        </span>
      </p>
      <NextStep obligation={obligation} onChanged={onChanged} />
    </li>
  );
}

type Step = 'done' | 'waiver' | 'waived' | 'kept open';

const questions: Readonly<Record<Step, Worded>> = { ...endObligation.ways, ...decideWaiver.ways };

function NextStep({ obligation, onChanged }: ObligationItemProps) {
  const { booking, place, state, by, words } = obligation;
  const own = useCurrentUser()?.id === by?.id;
  const mayEnd = useMay('clear a vehicle');
  const mayWaive = useMay('withdraw a booking');
  const [asking, setAsking] = useState<Step | null>(null);
  const waits = state === 'waiver asked' && mayWaive;
  if (waits && own) return <p className="small quiet">Another person must confirm the waiver.</p>;
  const isOpen = mayEnd && ['open', 'overdue'].includes(state);
  if (!waits && !isOpen) return null;
  const steps: Step[] = waits ? ['waived', 'kept open'] : ['done', 'waiver'];

  function send(step: Step, reason: string): Promise<unknown> {
    const params = { id: booking };
    return step === 'done' || step === 'waiver'
      ? call(endObligation, { params, body: { place, how: step, reason } })
      : call(decideWaiver, { params, body: { place, agrees: step === 'waived' } });
  }

  return (
    <div className="flex wrap gap-4">
      {steps.map((step) => (
        <Button
          key={step}
          size="sm"
          aria-label={`${questions[step].words.begins}: ${words}`}
          onClick={() => setAsking(step)}
        >
          {questions[step].words.begins}
        </Button>
      ))}
      {asking && (
        <ActConfirm
          act={questions[asking]}
          about={<b>{words}.</b>}
          send={(reason) => send(asking, reason)}
          onDone={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
