import { expect, test } from 'vitest';
import type { Rhythm } from '#contract/modules/reports/report-schedules.ts';
import { reportOfDay, savedReport } from '#contract/modules/reports/reports.ts';
import { isInDomain, nextRun } from '#server/modules/reports/reports/schedules/rules.ts';

const next = (rhythm: Rhythm, after: string, hour = 6) =>
  nextRun(rhythm, hour, new Date(after)).toISOString();

test('a run comes at its hour in Lagos, and never twice at the same instant', () => {
  expect(next('day', '2026-11-28T04:59:59Z')).toBe('2026-11-28T05:00:00.000Z');
  expect(next('day', '2026-11-28T05:00:00Z')).toBe('2026-11-29T05:00:00.000Z');
  // Midnight in Lagos lies in the day before in UTC.
  expect(next('day', '2026-12-31T22:59:00Z', 0)).toBe('2026-12-31T23:00:00.000Z');
  expect(next('day', '2026-12-31T23:00:00Z', 0)).toBe('2027-01-01T23:00:00.000Z');
});

test('a weekly run comes on Monday, also across the end of a month and a year', () => {
  expect(next('monday', '2026-11-28T12:00:00Z')).toBe('2026-11-30T05:00:00.000Z');
  expect(next('monday', '2026-11-30T05:00:00Z')).toBe('2026-12-07T05:00:00.000Z');
  expect(next('monday', '2026-12-28T06:00:00Z')).toBe('2027-01-04T05:00:00.000Z');
});

test('a monthly run comes on the first day of the month from Monday to Friday', () => {
  const first = (after: string) => next('working-day', after).slice(0, 10);
  expect(first('2026-11-28T12:00:00Z')).toBe('2026-12-01');
  // 1 August 2026 is a Saturday, 1 November a Sunday.
  expect(first('2026-07-28T12:00:00Z')).toBe('2026-08-03');
  expect(first('2026-10-28T12:00:00Z')).toBe('2026-11-02');
  expect(first('2026-08-03T05:00:00Z')).toBe('2026-09-01');
  expect(first('2027-02-01T05:00:00Z')).toBe('2027-03-01');
});

test('a saved report counts its days from the day of its run', () => {
  const saved = savedReport.parse({ kind: 'standard', period: 'last-month', by: 'day' });
  expect(reportOfDay(saved, '2026-03-02')).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
  expect(savedReport.safeParse({ kind: 'standard' }).success).toBe(false);
  expect(savedReport.safeParse({ kind: 'e', period: 'week', officer: 'somebody' }).success).toBe(
    false,
  );
});

test('a file goes to the authority’s own domain, and to none that only ends like it', () => {
  expect(isInDomain('A@Traffic.example', 'traffic.example')).toBe(true);
  for (const other of [
    'a@mytraffic.example',
    'a@x.traffic.example',
    'traffic.example@else.example',
  ])
    expect(isInDomain(other, 'traffic.example'), other).toBe(false);
  expect(isInDomain('a@traffic.example', undefined)).toBe(false);
});
