import type { ExceptionDecision } from '#contract/exceptions.ts';

export interface SettlementDraft {
  decision: ExceptionDecision | null;
  billRef: string;
  reason: string;
}

/** Nothing is chosen yet, unless there is but one choice. */
export function emptySettlement(decisions: readonly ExceptionDecision[]): SettlementDraft {
  const [only, ...others] = decisions;
  return { decision: others.length === 0 ? (only ?? null) : null, billRef: '', reason: '' };
}

/** The first sentence for each field that is not filled in, in the order of the form. */
export function problemsOf({ decision, billRef, reason }: SettlementDraft): Record<string, string> {
  return {
    ...(decision === null ? { decision: 'Choose how this is settled.' } : {}),
    ...(decision === 'bill found' && billRef.trim() === ''
      ? { billRef: 'Enter the reference of the bill that was found.' }
      : {}),
    ...(reason.trim() === '' ? { reason: 'Say why this settles it.' } : {}),
  };
}
