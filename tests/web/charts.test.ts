import { describe, expect, test } from 'vitest';
import type { Bucket } from '#contract/statistics.ts';
import { firstDayOf, rowsAddress } from '#web/features/bookings/statistics/rows-address.ts';
import {
  bucketLabel,
  bucketSentence,
  chartTitle,
} from '#web/features/bookings/statistics/series-words.ts';
import { daysBetween } from '#web/format/calendar.ts';
import { shortNaira } from '#web/format/money.ts';
import { chartScale } from '#web/ui/chart/chart-scale.ts';

const monday: Bucket = {
  from: '2026-11-16',
  to: '2026-11-16',
  hour: null,
  bookings: 12,
  revenue: 144_000,
  running: false,
  future: false,
};
const friday: Bucket = { ...monday, from: '2026-11-20', to: '2026-11-20', running: true };

test.each([
  [0, 3],
  [1, 3],
  [4, 6],
  [61, 75],
  [999, 1_500],
  [510_000, 600_000],
  [97_310_500, 150_000_000],
])('a scale for %i goes up to %i, in three even steps from zero', (highest, top) => {
  const { lines, ...scale } = chartScale(highest);
  expect(scale.top).toBe(top);
  expect(lines).toEqual([0, top / 3, (top / 3) * 2, top]);
});

test('a scale of money has no steps of single naira', () => {
  expect(chartScale(0, 1_000).lines).toEqual([0, 1_000, 2_000, 3_000]);
});

test.each([
  [0, '₦0'],
  [500, '₦500'],
  [600_000, '₦600k'],
  [1_250_000, '₦1.3m'],
])('%i naira is short for %s', (amount, words) => {
  expect(shortNaira(amount)).toBe(words);
});

describe('a bar', () => {
  test('says its day, its bookings and its naira', () => {
    expect(bucketSentence('month', monday, true)).toBe('Monday 16 November, 12 bookings, ₦144,000');
    expect(bucketSentence('year', { ...monday, bookings: 1 }, true)).toBe(
      'November 2026, 1 booking, ₦144,000',
    );
  });

  test('says that it is not over, and what an hour opens', () => {
    expect(bucketSentence('week', friday, true)).toMatch(/, so far$/);
    expect(bucketSentence('day', { ...monday, hour: 9 }, true)).toBe(
      '09:00 to 10:00, 12 bookings, ₦144,000, opens the whole day',
    );
    expect(bucketSentence('day', { ...monday, hour: 9 }, false)).toMatch(/₦144,000$/);
  });

  test('is labelled where there is room, the running one always', () => {
    const day = (number: number): Bucket => ({
      ...monday,
      from: `2026-11-${String(number).padStart(2, '0')}`,
    });
    const labels = Array.from({ length: 30 }, (_, at) => at + 1).filter(
      (number) => bucketLabel('month', day(number), friday) !== null,
    );
    expect(labels).toEqual([1, 5, 10, 15, 25, 30]);
    expect(bucketLabel('month', friday, friday)?.long).toBe('Today');
    expect(bucketLabel('day', { ...friday, hour: 14 }, undefined)?.long).toBe('Now');
  });
});

test('a chart is titled with its period', () => {
  const span = { from: '2026-11-01', to: '2026-11-30', buckets: [], byOffence: [], asAt: '' };
  expect(chartTitle('revenue', 'month', { ...span, period: 'month' })).toBe(
    'Revenue by day, November 2026',
  );
  expect(chartTitle('bookings', 'year', { ...span, period: 'year' })).toBe(
    'Bookings by month, 2026',
  );
  expect(chartTitle('revenue', 'day', null)).toBe('Revenue by hour');
});

test.each([
  ['2026-11-16', '2026-11-22', '16 to 22 November 2026'],
  ['2026-11-30', '2026-12-06', '30 November to 6 December 2026'],
  ['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
])('the week from %s to %s reads %s', (from, to, words) => {
  expect(daysBetween(from, to)).toBe(words);
});

test('a period begins on its day, its Monday, the first of its month, New Year’s Day', () => {
  const begins = (today: string) =>
    (['day', 'week', 'month', 'year'] as const).map((period) => firstDayOf(period, today));
  expect(begins('2027-01-03')).toEqual(['2027-01-03', '2026-12-28', '2027-01-01', '2027-01-01']);
  expect(begins('2026-11-16')).toEqual(['2026-11-16', '2026-11-16', '2026-11-01', '2026-01-01']);
});

test('the rows behind a figure have an address', () => {
  const days = { from: '2026-11-01', to: '2026-11-20', organisation: 'Lagos FRSC' } as const;
  expect(rowsAddress({ by: 'paid', ...days })).toBe(
    '/bookings?by=paid&from=2026-11-01&to=2026-11-20&organisation=Lagos+FRSC',
  );
  expect(rowsAddress({ by: 'made', ...days, offence: 'LGC-16' })).toContain('&offence=LGC-16&');
  expect(rowsAddress({ by: 'made', ...days, unpaid: true })).toBe(
    '/unpaid?by=made&from=2026-11-01&to=2026-11-20&organisation=Lagos+FRSC',
  );
});
