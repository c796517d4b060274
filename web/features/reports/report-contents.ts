/** Placeholder totals: the same for everybody, and without a figure, since nothing counts them. */
export const totals = ['Unpaid', 'Paid', 'Revenue', 'Drivers', 'Vehicles'] as const;

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
