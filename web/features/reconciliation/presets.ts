import { dayCount, type DayRange, maxReconciledDays } from '#contract/day-range.ts';
import { daysInOrder } from '#contract/list-filters.ts';
import { mondayOf } from '#web/format/calendar.ts';
import { dateOf, type Instant } from '#web/format/time.ts';

export const presets = [
  'yesterday',
  'friday',
  'week',
  'last-week',
  'month',
  'last-month',
  'year',
] as const;
export type Preset = (typeof presets)[number];

export const presetWords: Readonly<Record<Preset, string>> = {
  yesterday: 'Yesterday',
  friday: 'Since Friday',
  week: 'This week',
  'last-week': 'Last week',
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
};

/** A day so many days later, or earlier if `days` is negative. */
export function movedBy(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The days of a preset, counted from the day of `now` in Africa/Lagos. */
export function daysOfPreset(preset: Preset, now: Instant): DayRange {
  const today = dateOf(now);
  const monday = mondayOf(today);
  switch (preset) {
    case 'yesterday':
      return { from: movedBy(today, -1), to: movedBy(today, -1) };
    case 'friday':
      return { from: fridayBefore(today), to: today };
    case 'week':
      return { from: monday, to: today };
    case 'last-week':
      return { from: movedBy(monday, -7), to: movedBy(monday, -1) };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'last-month': {
      const last = movedBy(`${today.slice(0, 8)}01`, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
    case 'year':
      return { from: `${today.slice(0, 5)}01-01`, to: today };
  }
}

/** The last Friday before today. */
function fridayBefore(today: string): string {
  const friday = movedBy(mondayOf(today), 4);
  return friday < today ? friday : movedBy(friday, -7);
}

/** True if the days are in order, and few enough for one report. */
export const fits = ({ from, to }: DayRange): boolean =>
  daysInOrder({ from, to }) && dayCount(from, to) <= maxReconciledDays;
