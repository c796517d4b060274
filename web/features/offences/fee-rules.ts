import { type Fee, highestFee, type PricedOffence } from '#contract/fees.ts';
import { folded } from '#contract/folding.ts';
import { naira } from '#web/format/money.ts';
import { dateOf } from '#web/format/time.ts';

/** True if each word of the search stands in the id, name or payment code. */
export function offenceMatches({ offence: { id, name, code } }: PricedOffence, search: string) {
  const text = folded(`${id} ${name} ${code}`);
  return folded(search)
    .split(' ')
    .every((word) => text.includes(word));
}

/** The day after a day, in Africa/Lagos. */
export function dayAfter(day: string): string {
  return dateOf(Date.parse(`${day}T12:00:00+01:00`) + 24 * 60 * 60 * 1000);
}

export interface FeeDraft {
  /** As it was typed: `5000`, `5,000`, `₦5 000`. */
  amount: string;
  from: string;
  reason: string;
}

/** The typed amount in whole naira; null where it isn't a fee. */
export function amountOf({ amount }: FeeDraft): number | null {
  const digits = amount.replace(/[₦,\s]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const value = Number(digits);
  return value <= highestFee ? value : null;
}

/** One sentence for each field in error, in the order of the form. */
export function problemsOf(draft: FeeDraft, today: string): Record<string, string> {
  const problems: Record<string, string> = {};
  if (amountOf(draft) === null)
    problems['amount'] = `Enter an amount in whole naira, at most ${naira(highestFee)}.`;
  if (draft.from === '') problems['from'] = 'Select the first day of the fee.';
  else if (draft.from <= today) problems['from'] = 'Select tomorrow or a later day.';
  if (draft.reason.trim() === '') problems['reason'] = 'Enter a reason.';
  return problems;
}

export type FeeState = 'to come' | 'in force' | 'past';

/** `fees` come latest first and end with the catalogue's own, so that one is always in force. */
export function feeStatesOf(fees: readonly Fee[], today: string): readonly FeeState[] {
  const current = fees.findIndex(({ from }) => from === null || from <= today);
  return fees.map((_, index) =>
    index < current ? 'to come' : index === current ? 'in force' : 'past',
  );
}
