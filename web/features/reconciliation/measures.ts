import type { Reconciliation, ReconciledBy, ReconciliationRow } from '#contract/reconciliation.ts';
import { callAddress } from '#web/api/call-address.ts';
import { count } from '#web/format/money.ts';
import type { Days } from './presets.ts';

export const measures = [
  'issued',
  'billed',
  'paid',
  'cleared',
  'outstanding',
  'withdrawn',
  'received',
] as const;
export type Measure = (typeof measures)[number];

export const measureWords: Readonly<Record<Measure, string>> = {
  issued: 'Issued',
  billed: 'Billed',
  paid: 'Paid',
  cleared: 'Cleared',
  outstanding: 'Outstanding',
  withdrawn: 'Withdrawn',
  received: 'Received',
};

export const byWords: Readonly<Record<ReconciledBy, string>> = {
  day: 'Day',
  zone: 'Zone',
  officer: 'Officer',
  head: 'Revenue head',
};

/** "48 bookings", "3 lines", "12 payments": what a measure counts. */
export function counted(by: ReconciledBy, measure: Measure, number: number): string {
  if (by === 'head') return many(number, 'line');
  return many(number, measure === 'received' ? 'payment' : 'booking');
}

/** `1 line`, `1,234 lines`. */
export const many = (number: number, noun: string): string =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

interface Place extends Days {
  organisation?: string | undefined;
  zone?: string | undefined;
}

/** The address of the bookings behind each figure of a row, or of the total; none where no list is of them. */
export function addressesOf(
  place: Place,
  by: ReconciledBy,
  row: ReconciliationRow | null,
): Partial<Record<Measure, string>> {
  if (row?.filter === null) return {};
  const days = by === 'day' && row ? { from: row.key, to: row.key } : {};
  const query = { ...place, ...days, ...row?.filter };
  const list = (path: string, more = {}) => callAddress(path, {}, { ...query, ...more });
  return {
    issued: list('/bookings'),
    cleared: list('/completed'),
    outstanding: list('/unpaid'),
    received: list('/bookings', { by: 'paid' }),
    ...(by !== 'head' && { withdrawn: list('/withdrawals') }),
  };
}

/** What is left to be done about the bookings, in words; a part of it that is nothing is left out. */
export function openPoints({ by, total }: Reconciliation): string[] {
  const { issued, billed, paid, cleared } = total;
  const waiting = paid.count - cleared.count;
  const bare = issued.count - billed.count;
  return [
    ...(waiting > 0 ? [`${counted(by, 'paid', waiting)} paid and not cleared`] : []),
    ...(bare > 0 ? [`${counted(by, 'issued', bare)} without a bill`] : []),
  ];
}
