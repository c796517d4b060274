import { z } from 'zod';
import { searchFilter } from './list-filters.ts';
import { periods } from './periods.ts';

/** Saved of any list's address; the page and an open record are left out. */
export const ofEveryList = {
  search: searchFilter.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Select how many rows to show on a page.')
    .optional(),
  period: z.enum(periods, `Select one of ${periods.join(', ')}.`).optional(),
  columns: z
    .string()
    .regex(
      /^[A-Za-z]{1,40}(,[A-Za-z]{1,40}){0,39}$/,
      'Enter column names with commas between them.',
    )
    .optional(),
};
