import { type ExceptionDecision, decisionsFor } from '#contract/exceptions.ts';
import type { ExceptionKind } from '#contract/payments.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

export interface Proposal {
  readonly decision: ExceptionDecision;
  readonly billRef: string | null;
  readonly reason: string;
}

/** True if a settlement fits the kind of exception; `bill found` needs the bill's reference. */
export function proposalFor(
  kind: ExceptionKind,
  body: { decision: ExceptionDecision; billRef?: string | undefined; reason: string },
): Outcome<Proposal> {
  const { decision, reason } = body;
  if (!decisionsFor[kind].includes(decision))
    return invalid(
      'decision',
      `You can settle “${kind}” only in one of these ways: ${decisionsFor[kind].join(', ')}.`,
    );
  const billRef = body.billRef ?? '';
  if (decision !== 'bill found') return { decision, billRef: null, reason };
  return billRef === ''
    ? invalid('billRef', 'Enter the reference of the bill that you found.')
    : { decision, billRef, reason };
}

export const closed = new Refusal(
  409,
  'already_settled',
  'This exception has already been settled.',
);

export const notProposed = new Refusal(
  409,
  'not_proposed',
  'Nobody has proposed how to settle this exception yet.',
);

export const otherProposal = new Refusal(
  409,
  'other_proposal',
  'Somebody has proposed another way to settle this since you opened it. Reload the page to see the latest.',
);

export const ownProposal = new Refusal(
  409,
  'own_proposal',
  'A second person must confirm what you proposed.',
);
