import type { DayRange } from '#contract/day-range.ts';
import type {
  Difference,
  DifferenceKind,
  Differences,
} from '#contract/modules/money/differences.ts';
import { movedBy } from '#contract/periods.ts';
import { monthOfYear } from '#web/format/calendar.ts';
import { exactNaira } from '#web/format/money.ts';
import { joinWithAnd, plural } from '#web/format/words.ts';

export const kindWords: Readonly<Record<DifferenceKind, string>> = {
  'not in the statement': 'Not in the statement',
  'not in Hanya': 'Not in Hanya',
  'other amount': 'Different amount',
  'twice in the statement': 'Twice in the statement',
  'other day': 'Different day',
};

/** The difference in one sentence. */
export function storyOf({ kind, booking, ours }: Difference): string {
  switch (kind) {
    case 'not in the statement':
      return 'Hanya has a payment that is not in any statement.';
    case 'not in Hanya':
      return booking === null
        ? 'The statement has a payment that matches no bill in Hanya.'
        : 'The statement has a payment for a booking that is not paid in Hanya.';
    case 'other amount':
      return 'The amount in the statement is different from the payment in Hanya.';
    case 'twice in the statement':
      return ours === null
        ? 'The statement has this bill more than once.'
        : 'The statement has more payments for this bill than Hanya has.';
    case 'other day':
      return 'The statement and Hanya both have this payment, but one of them has it on a day outside these dates.';
  }
}

/** `No statement of the gateway for 3 and 4 November 2026.`; null when every day has one. */
export function missingDays({ withoutStatement }: Pick<Differences, 'withoutStatement'>) {
  return withoutStatement.length > 0
    ? `There is no statement from the payment gateway for ${daysInWords(withoutStatement)}.`
    : null;
}

/** The payments that can't be compared for want of a statement. */
export const uncomparedIn = (payments: number, amount: number): string =>
  payments === 0
    ? 'There are no confirmed payments on these days.'
    : `Hanya cannot compare ${plural(payments, 'payment')} of ${exactNaira(amount)} yet.`;

/** Days in words, by their months: `3 and 4 November 2026`, `28 to 30 October and 2 November 2026`. */
export function daysInWords(stretches: readonly DayRange[]): string {
  const months = new Map<string, string[]>();
  for (const part of stretches.flatMap(partedByMonth)) {
    const month = part.from.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), ...daysOfMonth(part)]);
  }
  const years = new Set([...months.keys()].map((month) => month.slice(0, 4)));
  return joinWithAnd(
    [...months].map(([month, days], index) => {
      const name = monthOfYear(`${month}-01`);
      // A year that all months share is said once, at the end.
      const withYear = years.size > 1 || index === months.size - 1;
      return `${joinWithAnd(days)} ${withYear ? name : name.replace(/ \d+$/, '')}`;
    }),
  );
}

/** `3`; `3` and `4`; `3 to 5`. */
function daysOfMonth({ from, to }: DayRange): string[] {
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
  if (last === first) return [`${first}`];
  return last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
}

function partedByMonth({ from, to }: DayRange): DayRange[] {
  if (from.slice(0, 7) === to.slice(0, 7)) return [{ from, to }];
  const next = firstOfNextMonth(from);
  return [{ from, to: movedBy(next, -1) }, ...partedByMonth({ from: next, to })];
}

const firstOfNextMonth = (day: string): string =>
  `${movedBy(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`;
