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

/** Refines a schema of `stretch` and more: the days are in order, and no more than `most`. */
export const withinDays =
  (most = mostDays, message = `Choose at most ${mostDays} days.`) =>
  (days: Stretch, context: z.RefinementCtx): void => {
    if (!daysInOrder(days)) context.addIssue({ code: 'custom', ...daysReversed });
    if (dayCount(days.from, days.to) > most)
      context.addIssue({ code: 'custom', path: ['to'], message });
  };
