import { z } from 'zod';
import { answer, figure, instant } from '../../answers.ts';
import { dayRange, withLimitedDays } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { exportFormatSchema, exportTypes, zoneFilter } from '../../list-filters.ts';
import { offenceIdSchema } from '../../offences.ts';
import { organisationSchema } from '../../places.ts';

/** The rows of a reconciliation. A head is a revenue head: an offence's payment code. */
export const reconciledBy = ['day', 'zone', 'officer', 'head'] as const;
export type ReconciledBy = (typeof reconciledBy)[number];

const count = z.number().int();
const figures = {
  /** Every booking made in these days: it belongs to the day it was made. */
  issued: figure,
  /** Those of `issued` that have a bill. */
  billed: figure,
  /** Those of `issued` that are paid by now, cleared or not. */
  paid: figure,
  /** Those of `paid` whose vehicle was let go. */
  cleared: figure,
  withdrawn: figure,
  /** Unpaid tickets that a court decided. */
  decided: figure,
  /** So issued = paid + outstanding + withdrawn + decided, always. */
  outstanding: figure,
  /** Open exceptions of the bookings of `issued`. */
  exceptions: count,
  /** Money that was confirmed in these days, whenever its booking was made. */
  received: figure,
  /** Money of tickets that was paid out again in these days, less reversals, each of them counted. */
  givenBack: figure,
};

/**
 * A row of bookings, their prices in naira. By head, a row counts offence lines instead: each has
 * the state of its booking and its own amount. An exception counts once for every head of its
 * booking, but only once in the total.
 */
const reconciliationRow = z.strictObject({
  /** Identifies the row: the day, the organisation and zone, the user's id, or the payment code. */
  key: z.string(),
  label: z.string(),
  /** Explains the label: the role and zone of an officer, the offences of a head; or ''. */
  detail: z.string(),
  /** Filters that, together with the days, list these bookings; null where no filter can. */
  filter: z
    .strictObject({
      organisation: organisationSchema.optional(),
      zone: z.string().optional(),
      offence: offenceIdSchema.optional(),
      bookedBy: z.string().optional(),
    })
    .nullable(),
  ...figures,
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;

const totals = z.strictObject(figures);
export type Totals = z.infer<typeof totals>;

/**
 * As at one moment. Empty rows are left out; days are in order, other rows have the most issued
 * first.
 */
export const reconciliationSchema = z.strictObject({
  by: z.enum(reconciledBy),
  ...dayRange,
  rows: z.array(reconciliationRow),
  total: totals,
  /**
   * Open exceptions found in these days about money that belongs to no known booking: no row counts
   * them.
   */
  withoutBooking: figure,
  asAt: instant,
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

const reconciliationFilters = {
  ...dayRange,
  by: z.enum(reconciledBy, 'Select day, zone, officer or revenue head.').default('day'),
  organisation: organisationSchema.optional(),
  zone: zoneFilter,
};

/** The fate of the bookings of some days, and the money that came in. */
export const readReconciliation = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation',
  permission: 'see reconciliation',
  audit: null,
  query: withLimitedDays(z.strictObject(reconciliationFilters)),
  response: answer(reconciliationSchema),
});

/** The same rows and their total as a file. */
export const exportReconciliation = endpoint({
  method: 'GET',
  path: '/api/v1/reconciliation/export',
  permission: 'see reconciliation',
  audit: 'reconciliation.exported',
  query: withLimitedDays(z.strictObject({ ...reconciliationFilters, format: exportFormatSchema })),
  download: Object.values(exportTypes),
  response: z.string(),
});
