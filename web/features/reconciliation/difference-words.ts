import type { Difference, DifferenceKind, Differences } from '#contract/differences.ts';
import { exactNaira } from '#web/format/money.ts';
import { daysInWords } from './days-in-words.ts';
import { many } from './measures.ts';

export const kindWords: Readonly<Record<DifferenceKind, string>> = {
  'not in the statement': 'Not in the statement',
  'not in Hanya': 'Not in Hanya',
  'other amount': 'Other amount',
  'twice in the statement': 'Twice in the statement',
  'other day': 'Other day',
};

/** What is so, in one sentence. */
export function storyOf({ kind, booking, ours }: Difference): string {
  switch (kind) {
    case 'not in the statement':
      return 'Hanya holds a payment that no statement has.';
    case 'not in Hanya':
      return booking === null
        ? 'The statement has money for a bill that no booking has.'
        : 'The statement has money for a booking that is not paid here.';
    case 'other amount':
      return 'The statement has another amount than was paid here.';
    case 'twice in the statement':
      return ours === null
        ? 'The statement has this bill once more.'
        : 'The statement has this bill once more than it was paid here.';
    case 'other day':
      return 'Both have it, one of them on a day that is not compared here.';
  }
}

/** `No statement for 3 and 4 November 2026.`; null when every day has one. */
export function missingDays({ withoutStatement }: Pick<Differences, 'withoutStatement'>) {
  return withoutStatement.length === 0
    ? null
    : `No statement for ${daysInWords(withoutStatement)}.`;
}

/** What of ours can't be compared for want of a statement. */
export const uncomparedIn = (payments: number, amount: number): string =>
  payments === 0
    ? 'Nothing was confirmed on these days.'
    : `${many(payments, 'payment')} of ${exactNaira(amount)} can’t be compared.`;
