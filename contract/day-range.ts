import type { z } from 'zod';
import { dayFilters, type Days, daysInOrder, daysReversed } from './list-filters.ts';

/** Days of one reconciliation, at most. */
export const maxReconciledDays = 366;

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/** Calendar days from one to another, both included. */
export const dayCount = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayInMilliseconds) + 1;

/** The first of the 365 days that end with this one. */
export const yearBefore = (day: string): string =>
  new Date(Date.parse(day) - 364 * dayInMilliseconds).toISOString().slice(0, 10);

/** Calendar days in Africa/Lagos, both included. */
export const dayRange = {
  from: dayFilters.from.unwrap(),
  to: dayFilters.to.unwrap(),
};

/** Days with both ends. */
export interface DayRange extends Days {
  readonly from: string;
  readonly to: string;
}

/** Adds to a schema that its days are in order, and that there are at most `max` of them. */
export const withLimitedDays = <Schema extends z.ZodType<DayRange>>(
  schema: Schema,
  max = maxReconciledDays,
  message = `Select at most ${maxReconciledDays} days.`,
): Schema =>
  schema
    .refine(daysInOrder, daysReversed)
    .refine(({ from, to }) => !(dayCount(from, to) > max), { path: ['to'], message });
