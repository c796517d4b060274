import { decisionKinds, type ProposalKind } from '#contract/decisions.ts';
import type { Decision } from '#contract/second-person.ts';
import { Refusal } from '#server/http/refusal.ts';

/** How a proposal ended. Only a refusal says why, but not where a kind asks for no reason. */
export interface End {
  readonly outcome: 'confirmed' | 'refused' | 'taken back';
  readonly refusal: string | null;
}

/** Without a decision its proposer takes it back. */
export function endOf(decision: Decision | undefined): End {
  if (!decision) return { outcome: 'taken back', refusal: null };
  return decision.agrees
    ? { outcome: 'confirmed', refusal: null }
    : { outcome: 'refused', refusal: decision.reason === '' ? null : decision.reason };
}

/** Null where somebody may decide a proposal of another, or take back their own. */
export function whyNotEnded(
  what: ProposalKind,
  { state, proposer }: { readonly state: string; readonly proposer: string },
  by: string,
  decides: boolean,
): Refusal | null {
  const isOwn = proposer === by;
  const { made } = decisionKinds[what];
  const spoken = what === 'dispute answer' ? 'answer' : what;
  if (!decides && !isOwn)
    return new Refusal(
      403,
      'forbidden',
      `Only the person who ${made} this ${spoken} can take it back. You can refuse it.`,
    );
  if (state !== 'waiting')
    return new Refusal(
      409,
      'already_decided',
      `This ${spoken} has already been decided. Reload the page to see the latest.`,
    );
  if (!decides || !isOwn) return null;
  return new Refusal(
    409,
    'own_proposal',
    `You ${made} this ${spoken}, so a second person must confirm it. You can take it back.`,
  );
}
