import { useState } from 'react';
import type { Worded } from '#contract/act.ts';
import {
  decideWaiver,
  endObligation,
  type Obligation,
  obligationStates,
  reopenObligation,
} from '#contract/modules/after-ticket/obligations.ts';
import { call } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { momentOf } from '#web/format/time.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { Button } from '#web/ui/controls/button.tsx';

interface ObligationItemProps {
  obligation: Obligation;
  onChanged: () => void;
}

/** The state of an obligation, and the next step for those who may take it. */
export function ObligationItem({ obligation, onChanged }: ObligationItemProps) {
  const { state, dueDay, reason, by, at, waivedBy, waivedAt } = obligation;
  return (
    <div className="row wrap gap-4">
      <p className="small quiet">
        {obligationStates[state]}
        {dueDay !== null && ['open', 'overdue'].includes(state) && `, due ${dueDay}`}
        {reason !== '' && `. ${by?.name ?? ''}, ${at === null ? '' : momentOf(at)}: ${reason}`}
        {waivedBy && ` Waived by ${deciderOf(waivedBy.name, waivedAt)}.`}
      </p>
      <NextStep obligation={obligation} onChanged={onChanged} />
    </div>
  );
}

type Step = 'done' | 'waiver' | 'waived' | 'kept open' | 'reopened';

const questions: Readonly<Record<Step, Worded>> = {
  ...endObligation.ways,
  ...decideWaiver.ways,
  reopened: reopenObligation,
};

/** The steps that somebody may take, or the sentence that says why they may take fewer. */
function stepsOf(
  { state, by, issuedBy }: Obligation,
  { id, mayEnd, mayLead }: { id: string | undefined; mayEnd: boolean; mayLead: boolean },
): { steps: readonly Step[]; why: string } {
  const [isOwn, isIssuer] = [id === by?.id, id === issuedBy.id];
  if (['open', 'overdue'].includes(state) && mayEnd)
    return isIssuer
      ? {
          steps: ['waiver'],
          why: 'You issued this ticket, so another person must mark this obligation as done.',
        }
      : { steps: ['done', 'waiver'], why: '' };
  if (state === 'waiver asked' && mayLead)
    return isOwn || isIssuer
      ? { steps: [], why: 'Another person must confirm the waiver.' }
      : { steps: ['waived', 'kept open'], why: '' };
  return { steps: state === 'done' && mayLead && !isOwn ? ['reopened'] : [], why: '' };
}

function NextStep({ obligation, onChanged }: ObligationItemProps) {
  const { booking, place, words } = obligation;
  const id = useCurrentUser()?.id;
  const mayEnd = useMay('clear a vehicle');
  const mayLead = useMay('withdraw a booking');
  const [asking, setAsking] = useState<Step | null>(null);
  const { steps, why } = stepsOf(obligation, { id, mayEnd, mayLead });
  if (steps.length === 0 && why === '') return null;

  function send(step: Step, reason: string): Promise<unknown> {
    const params = { id: booking };
    if (step === 'reopened') return call(reopenObligation, { params, body: { place, reason } });
    return step === 'done' || step === 'waiver'
      ? call(endObligation, { params, body: { place, how: step, reason } })
      : call(decideWaiver, { params, body: { place, agrees: step === 'waived' } });
  }

  return (
    <div className="row wrap gap-4">
      {why !== '' && <p className="small quiet">{why}</p>}
      {steps.map((step) => (
        <Button
          key={step}
          size="sm"
          variant="link"
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
