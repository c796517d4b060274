import type { DayRange } from '#contract/day-range.ts';
import { mondayOf, movedBy } from '#contract/periods.ts';
import type { Bucket, Period } from '#contract/statistics.ts';
import { dayMs } from '#server/time.ts';

/** The time in Africa/Lagos: a calendar day and an hour from 0 to 23. */
export interface LagosClock {
  readonly today: string;
  readonly hour: number;
}

/** A stretch of a period, still empty. */
export type Stretch = Omit<Bucket, 'bookings' | 'revenue'>;

/** The stretches of the current period, in order and without a gap. */
export function stretchesOf(period: Period, clock: LagosClock): Stretch[] {
  if (period === 'day') return hoursOf(clock);
  const spans = period === 'year' ? monthsOf(clock.today) : daysOf(period, clock.today);
  return spans.map(({ from, to }) => ({
    from,
    to,
    hour: null,
    running: from <= clock.today && clock.today <= to,
    future: from > clock.today,
  }));
}

function hoursOf({ today, hour: now }: LagosClock): Stretch[] {
  return Array.from({ length: 24 }, (_, hour) => ({
    from: today,
    to: today,
    hour,
    running: hour === now,
    future: hour > now,
  }));
}

function daysOf(period: 'week' | 'month', today: string): DayRange[] {
  const first = period === 'week' ? mondayOf(today) : firstOfMonth(today, 0);
  const length = period === 'week' ? 7 : daysBetween(first, firstOfMonth(today, 1));
  return Array.from({ length }, (_, ahead) => {
    const day = movedBy(first, ahead);
    return { from: day, to: day };
  });
}

function monthsOf(today: string): DayRange[] {
  const january = `${today.slice(0, 4)}-01-01`;
  return Array.from({ length: 12 }, (_, month) => ({
    from: firstOfMonth(january, month),
    to: movedBy(firstOfMonth(january, month + 1), -1),
  }));
}

// Days are computed as midnights in UTC, which has no daylight saving.
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const daysBetween = (from: string, to: string): number =>
  (midnight(to).getTime() - midnight(from).getTime()) / dayMs;

const firstOfMonth = (day: string, ahead: number): string =>
  dayOf(Date.UTC(midnight(day).getUTCFullYear(), midnight(day).getUTCMonth() + ahead, 1));
