import type { DayRange } from '#contract/day-range.ts';
import type { Period } from '#contract/view-query.ts';
import { mondayOf } from '#web/format/calendar.ts';
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

/** A day so many days later, or earlier if `days` is negative. */
export function movedBy(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The first and the last day of a period, counted from the day of `now` in Africa/Lagos. */
export function daysOfPeriod(period: Period, now: Instant): DayRange {
  const today = dateOf(now);
  const monday = mondayOf(today);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: movedBy(today, -1), to: movedBy(today, -1) };
    case 'friday':
      return { from: fridayBefore(today), to: today };
    case 'week':
      return { from: monday, to: today };
    case 'last-week':
      return { from: movedBy(monday, -7), to: movedBy(monday, -1) };
    case '7days':
      return { from: movedBy(today, -6), to: today };
    case 'month':
      return { from: firstOfMonth, to: today };
    case 'last-month': {
      const last = movedBy(firstOfMonth, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/** The last Friday before today. */
function fridayBefore(today: string): string {
  const friday = movedBy(mondayOf(today), 4);
  return friday < today ? friday : movedBy(friday, -7);
}
