import type { DayRange } from '#contract/day-range.ts';
import { daysOfPeriod as daysFromDay, type Period } from '#contract/periods.ts';
import { dateOf, type Instant } from '#web/format/time.ts';

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

/** The first and the last day of a period, counted from the day of `now` in Africa/Lagos. */
export const daysOfPeriod = (period: Period, now: Instant): DayRange =>
  daysFromDay(period, dateOf(now));
