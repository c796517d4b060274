import type { PaymentException } from '#contract/exceptions.ts';
import { momentOf } from '#web/format/time.ts';
import { Facts } from '#web/ui/table/facts.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { decisionLabels, meaningOf } from '../exception-words.ts';

/** How it was or is to be settled: by whom, why, and what that does. Nothing while it is open. */
export function SettlementFacts({ exception }: { exception: PaymentException }) {
  const { settlement, closedAt, kind } = exception;
  if (!settlement) {
    if (closedAt === null) return null;
    return (
      <Notice kind="ok">
        It resolved itself on {momentOf(closedAt)}, before anybody settled it.
      </Notice>
    );
  }
  const { decision, billRef, reason, by, at, confirmedBy } = settlement;
  return (
    <Facts
      title="Settlement"
      facts={[
        {
          label: 'Decision',
          value: (
            <>
              <b>{decisionLabels[decision]}</b>
              <span className="block quiet">{meaningOf(decision, kind)}</span>
            </>
          ),
        },
        { label: 'Bill found', value: billRef },
        { label: 'Reason', value: reason },
        { label: 'Settled by', value: `${by.name}, ${by.role}, ${momentOf(at)}` },
        {
          label: 'Confirmed by',
          value:
            confirmedBy &&
            `${confirmedBy.name}, ${confirmedBy.role}${closedAt === null ? '' : `, ${momentOf(closedAt)}`}`,
        },
      ]}
    />
  );
}
