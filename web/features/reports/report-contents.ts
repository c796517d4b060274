import { count, naira } from '#web/format/money.ts';

/** Placeholder totals: the same for everybody, from nowhere. */
export const totals: readonly { label: string; value: string }[] = [
  { label: 'Unpaid', value: count(0) },
  { label: 'Paid', value: count(0) },
  { label: 'Revenue', value: naira(0) },
  { label: 'Drivers', value: count(0) },
  { label: 'Vehicles', value: count(0) },
];

export const reportTypes: readonly { code: string; meaning: string }[] = [
  { code: 'Snapshot', meaning: 'Where things stand at a moment' },
  { code: 'Standard', meaning: 'The usual figures of a period' },
  { code: 'F&A', meaning: 'Weekly report for a zone' },
  { code: 'B&P', meaning: 'Bookings per offense code' },
  { code: 'UNP', meaning: 'Unpaid tickets' },
  { code: 'E', meaning: 'ePayment report in a date range' },
  { code: 'ER', meaning: 'ePayment reconciliation' },
];

export const reportingYears = [2024, 2023, 2022, 2021] as const;

export const reportingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const;
