import type { Days } from '#contract/list-filters.ts';
import type { Period } from '#contract/periods.ts';
import { naira } from '#web/format/money.ts';

export const periodWords: Readonly<Record<Period, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  friday: 'Since Friday',
  week: 'This week',
  'last-week': 'Last week',
  '7days': 'Last 7 days',
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
};

interface ChosenDays extends Days {
  readonly period?: Period | undefined;
  readonly by?: string | undefined;
}

/** The days of a list: `Last 7 days`, `2026-11-01 to 2026-11-20, paid`; null for all. */
export function daysInWords({ period, from, to, by }: ChosenDays): string | null {
  const days = period === undefined ? stretchInWords(from, to) : periodWords[period];
  return days !== null && by !== undefined ? `${days}, ${by}` : days;
}

function stretchInWords(from: string | undefined, to: string | undefined): string | null {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`;
  if (from !== undefined) return `From ${from}`;
  return to === undefined ? null : `Until ${to}`;
}

interface Amounts {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** `₦5,000 to ₦10,000`; null for any amount. */
export function amountsInWords({ min, max }: Amounts): string | null {
  if (min !== undefined && max !== undefined) {
    return min === max ? naira(min) : `${naira(min)} to ${naira(max)}`;
  }
  if (min !== undefined) return `From ${naira(min)}`;
  return max === undefined ? null : `Up to ${naira(max)}`;
}
