import type { z } from 'zod';
import { dayFilters, daysInOrder, daysReversed } from './list-filters.ts';

/** The longest stretch of days that is reconciled at once. */
export const mostDays = 366;

const day = 24 * 60 * 60 * 1000;

/** How many calendar days there are from one to another, both included. */
export const dayCount = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / day) + 1;

/** Calendar days in Africa/Lagos, both included. */
export const stretch = {
  from: dayFilters.from.unwrap(),
  to: dayFilters.to.unwrap(),
};

interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** The schema of a stretch, and more: its days are in order, and no more than `most`. */
export const withinDays = <Schema extends z.ZodType<Stretch>>(
  schema: Schema,
  most = mostDays,
  message = `Choose at most ${mostDays} days.`,
): Schema =>
  schema
    .refine(daysInOrder, daysReversed)
    .refine(({ from, to }) => !(dayCount(from, to) > most), { path: ['to'], message });
