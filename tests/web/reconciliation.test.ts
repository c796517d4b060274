import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayCount } from '#contract/day-range.ts';
import { daysOfPeriod, periods } from '#contract/periods.ts';
import { draws } from '#tests/support/draws.ts';
import { dateOf } from '#web/format/time.ts';
import { readAddress } from '#web/lists/use-address.ts';
import { daysInWords } from '#web/modules/money/reconciliation/difference-words.ts';
import { addressesOf, counted } from '#web/modules/money/reconciliation/measures.ts';
import { reconciliationAddress } from '#web/modules/money/reconciliation/reconciliation-address.ts';
import { fits } from '#web/records/reports/report-days.tsx';

/** Monday 23 November 2026, half past midnight in Lagos. */
const monday = Date.parse('2026-11-22T23:30:00Z');

test('every period at any time is days that can be looked at', () => {
  const instant = fc.date({
    min: new Date('2001-01-01'),
    max: new Date('2190-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instant, fc.constantFrom(...periods), (now, period) => {
      expect(fits(daysOfPeriod(period, dateOf(now.getTime())))).toBe(true);
    }),
    draws(),
  );
});

const read = (search: string) =>
  readAddress(
    search,
    reconciliationAddress(() => monday),
  );

test('the address says the days, and this month where it makes no sense', () => {
  expect(read('?from=2026-11-01&to=2026-11-02')).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-02',
    period: undefined,
    by: 'day',
    page: 1,
  });
  for (const search of ['', '?from=2026-11-02&to=2026-11-01', '?from=2024-01-01&to=2026-01-01'])
    expect(read(search)).toMatchObject({ period: 'month', from: '2026-11-01' });
  expect(read('?period=friday&by=head&show=x&page=0')).toMatchObject({
    period: 'friday',
    by: 'head',
    show: 'bookings',
    page: 1,
  });
});

test('a figure leads to its bookings: its days, its place, and its state', () => {
  const place = { from: '2026-11-01', to: '2026-11-02', zone: 'Zaria' };
  expect(addressesOf(place, 'day', null)).toMatchObject({
    issued: '/bookings?from=2026-11-01&to=2026-11-02&zone=Zaria',
    received: '/bookings?from=2026-11-01&to=2026-11-02&zone=Zaria&by=paid&min=1',
    outstanding: '/unpaid?from=2026-11-01&to=2026-11-02&zone=Zaria',
    withdrawn: '/bookings?from=2026-11-01&to=2026-11-02&zone=Zaria&withdrawn=true',
    decided: '/bookings?from=2026-11-01&to=2026-11-02&zone=Zaria&decided=true',
  });
});

test('bookings, payments and lines are counted by their names', () => {
  expect(counted('day', 'issued', 1)).toBe('1 booking');
  expect(counted('zone', 'received', 1_234)).toBe('1,234 payments');
  expect(counted('head', 'received', 2)).toBe('2 lines');
});

test.each([
  [[['2026-11-03', '2026-11-03']], '3 November 2026'],
  [[['2026-11-03', '2026-11-04']], '3 and 4 November 2026'],
  [
    [
      ['2026-11-01', '2026-11-05'],
      ['2026-11-08', '2026-11-08'],
    ],
    '1 to 5 and 8 November 2026',
  ],
  [[['2026-10-30', '2026-11-02']], '30 and 31 October and 1 and 2 November 2026'],
  [[['2025-12-31', '2026-01-01']], '31 December 2025 and 1 January 2026'],
])('the days %j are said as %s', (stretches, words) => {
  expect(daysInWords(stretches.map(([from = '', to = '']) => ({ from, to })))).toBe(words);
});

test('a day counts as one, whatever the clocks do', () => {
  expect(dayCount('2026-03-28', '2026-03-28')).toBe(1);
  expect(dayCount('2026-01-01', '2027-01-01')).toBe(366);
});
