import { useState } from 'react';
import {
  decideRefund,
  proofKinds,
  proposeReversal,
  type Refund,
  refundStates,
  takeBackRefund,
} from '#contract/modules/money/refunds.ts';
import { call } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Button } from '#web/ui/controls/button.tsx';

/** Such as "₦5,000 refunded on 2026-11-20", or "₦5,000 was not refunded". */
export function refundWords({ kind, amount, day, state }: Refund): string {
  const naira = exactNaira(Math.abs(amount));
  if (kind === 'reversal') return `${naira} was not refunded`;
  return state === 'confirmed' || state === 'reversed'
    ? `${naira} refunded on ${day ?? ''}`
    : `${naira} to count as refunded on ${day ?? ''}`;
}

/** What became of it, such as "Refused". */
export const refundState = ({ kind, state, decided }: Refund): string => {
  if (kind === 'reversal' && state === 'confirmed') return 'Reversal';
  return state === 'confirmed' && decided === null
    ? 'Refunded, recorded by one person'
    : refundStates[state];
};

const decidedWords: Readonly<Record<Refund['state'], string>> = {
  waiting: 'Proposed',
  confirmed: 'Confirmed',
  reversed: 'Confirmed',
  refused: 'Refused',
  'taken back': 'Taken back',
};

interface RefundItemProps {
  refund: Refund;
  onChanged: () => void;
}

/** One refund or reversal: its proof, its people, and the step that comes next. */
export function RefundItem({ refund, onChanged }: RefundItemProps) {
  const { id, kind, state, organisation, proof, reason, by, at, decided } = refund;
  const reconciles = useMay('reconcile');
  const [reversing, setReversing] = useState(false);
  const words = refundWords(refund);
  return (
    <div className="column gap-4 anywhere">
      <p>
        <b>{words}</b>
        <span className="block small quiet">
          {refundState(refund)}. {proof && `${proofKinds[proof.kind]} ${proof.number}. `}
          {reason} {by.name}, {momentOf(at)}
        </span>
        {decided && (
          <span className="block small quiet">
            {decidedWords[state]} by {deciderOf(decided.by.name, decided.at)}
            {decided.refusal !== '' && `: ${decided.refusal}`}
          </span>
        )}
      </p>
      {state === 'waiting' && reconciles && (
        <WaitingDecision
          organisation={organisation}
          what={kind}
          name={words}
          proposedBy={by}
          effect={
            kind === 'refund'
              ? 'Compare the refund with the proof. If you confirm it, the money will count as refunded and Hanya will tell the driver.'
              : 'If you confirm the reversal, the refund will no longer count. The refund and its reversal will both stay on record.'
          }
          decide={(body) => call(decideRefund, { params: { id }, body })}
          takeBack={() => call(takeBackRefund, { params: { id } })}
          onDecided={onChanged}
        />
      )}
      {state === 'confirmed' && kind === 'refund' && reconciles && (
        <div>
          <Button size="sm" onClick={() => setReversing(true)}>
            {proposeReversal.words.begins}
          </Button>
        </div>
      )}
      {reversing && (
        <ActConfirm
          act={proposeReversal}
          about={`${words}.`}
          send={(why) => call(proposeReversal, { params: { id }, body: { reason: why } })}
          onDone={onChanged}
          onClose={() => setReversing(false)}
        />
      )}
    </div>
  );
}
