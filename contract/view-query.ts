import { z } from 'zod';
import { bookingNarrowing, bookingSort, withRangesInOrder } from './booking-filters.ts';
import { collisionNarrowing, collisionSort } from './collisions.ts';
import { daysInOrder, daysReversed, searchFilter } from './list-filters.ts';
import { savedReport } from './modules/reports/reports.ts';
import { periods } from './periods.ts';
import type { RecordWith } from './records.ts';

/** Saved of any list's address; the page and an open record are left out. */
const ofEveryList = {
  search: searchFilter.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Choose how many rows a page has.')
    .optional(),
  period: z.enum(periods, `Choose one of ${periods.join(', ')}.`).optional(),
  columns: z
    .string()
    .regex(/^[A-Za-z]{1,40}(,[A-Za-z]{1,40}){0,39}$/, 'Name columns with commas between them.')
    .optional(),
};

/** The names that the address of a list of these records holds, each with its text. */
export const viewQueries = {
  booking: withRangesInOrder(
    z.strictObject({ ...ofEveryList, ...bookingNarrowing, sort: bookingSort.optional() }),
  ),
  collision: z
    .strictObject({ ...ofEveryList, ...collisionNarrowing, sort: collisionSort.optional() })
    .refine(daysInOrder, daysReversed),
  report: savedReport,
} satisfies Record<RecordWith<'views'> | 'report', z.ZodType>;
