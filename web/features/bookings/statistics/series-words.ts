import type { Bucket, Period, Series } from '#contract/statistics.ts';
import {
  daysBetween,
  monthOfYear,
  shortMonth,
  shortWeekday,
  weekdayAndDay,
} from '#web/format/calendar.ts';
import { naira } from '#web/format/money.ts';
import { bookingCount } from '../booking-words.ts';
import type { Measure } from './use-chart-address.ts';

const units: Record<Period, string> = { day: 'hour', week: 'day', month: 'day', year: 'month' };
const subjects: Record<Measure | 'both', string> = {
  revenue: 'Revenue',
  bookings: 'Bookings',
  both: 'Bookings and revenue',
};

/** The period in words, such as `November 2026`. */
export function spanName({ period, from, to }: Pick<Series, 'period' | 'from' | 'to'>): string {
  switch (period) {
    case 'day':
      return `${weekdayAndDay(from)} ${from.slice(0, 4)}`;
    case 'week':
      return daysBetween(from, to);
    case 'month':
      return monthOfYear(from);
    case 'year':
      return from.slice(0, 4);
  }
}

/** `Revenue by day, November 2026`; without the period while it isn't known. */
export function chartTitle(of: Measure | 'both', period: Period, series: Series | null): string {
  const title = `${subjects[of]} by ${units[period]}`;
  return series === null ? title : `${title}, ${spanName(series)}`;
}

/** The key of a bar whose time isn't over: `Day not over`. */
export const notOver = (period: Period): string =>
  `${units[period].charAt(0).toUpperCase()}${units[period].slice(1)} not over`;

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `14:00 to 15:00`, `Tuesday 17 November` or `November 2026`. */
export function bucketName(period: Period, { from, hour }: Bucket): string {
  if (hour !== null) return `${clock(hour)} to ${clock(hour + 1)}`;
  return period === 'year' ? monthOfYear(from) : weekdayAndDay(from);
}

/** A bar's name for a screen reader: `Monday 16 November, 12 bookings, ₦144,000`. */
export function bucketSentence(period: Period, bucket: Bucket, opens: boolean): string {
  return [
    bucketName(period, bucket),
    bookingCount(bucket.bookings),
    naira(bucket.revenue),
    ...(bucket.running ? ['so far'] : []),
    ...(opens && bucket.hour !== null ? ['opens the whole day'] : []),
  ].join(', ');
}

interface Label {
  long: string;
  short: string;
}

/** The label under a bar; null where it would run into another one. */
export function bucketLabel(period: Period, bucket: Bucket, now: Bucket | undefined): Label | null {
  const { from, hour, running } = bucket;
  if (period === 'year') return { long: shortMonth(from), short: shortMonth(from).slice(0, 1) };
  if (running) return same(hour === null ? 'Today' : 'Now');
  if (period === 'week') return same(shortWeekday(from));
  if (hour !== null) {
    return hour % 6 === 0 && !isNear(hour, now?.hour)
      ? { long: clock(hour), short: clock(hour).slice(0, 2) }
      : null;
  }
  const day = Number(from.slice(8));
  const today = now && Number(now.from.slice(8));
  return (day === 1 || day % 5 === 0) && !isNear(day, today) ? same(String(day)) : null;
}

/** True if a label would run into the one of the running hour or day. */
const isNear = (place: number, running: number | null | undefined): boolean =>
  running != null && Math.abs(place - running) <= 2;

const same = (text: string): Label => ({ long: text, short: text });
