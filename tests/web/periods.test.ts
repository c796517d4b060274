import { describe, expect, test } from 'vitest';
import { daysOfPeriod } from '#contract/periods.ts';
import { dateOf } from '#web/format/time.ts';

/** Monday 23 November 2026, half past midnight in Lagos. */
const monday = Date.parse('2026-11-22T23:30:00Z');

describe('on a Monday', () => {
  test.each([
    ['today', '2026-11-23', '2026-11-23'],
    ['yesterday', '2026-11-22', '2026-11-22'],
    ['friday', '2026-11-20', '2026-11-23'],
    ['week', '2026-11-23', '2026-11-23'],
    ['last-week', '2026-11-16', '2026-11-22'],
    ['7days', '2026-11-17', '2026-11-23'],
    ['month', '2026-11-01', '2026-11-23'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['year', '2026-01-01', '2026-11-23'],
  ] as const)('%s is from %s to %s, in Africa/Lagos', (period, from, to) => {
    expect(daysOfPeriod(period, dateOf(monday))).toEqual({ from, to });
  });
});

test('on a Friday, since Friday is since the one before', () => {
  const friday = Date.parse('2026-11-20T10:00:00Z');
  expect(daysOfPeriod('friday', dateOf(friday))).toEqual({ from: '2026-11-13', to: '2026-11-20' });
});
