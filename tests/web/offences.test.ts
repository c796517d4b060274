import { expect, test } from 'vitest';
import type { Fee } from '#contract/fees.ts';
import { amountOf, dayAfter, problemsOf, feeStatesOf } from '#web/features/offences/fee-rules.ts';
import { exactNaira } from '#web/format/money.ts';

const draft = (amount: string) => ({ amount, from: '2026-11-22', reason: 'Gazette 14.' });

test.each<[typed: string, amount: number | null]>([
  ['5000', 5_000],
  ['₦5,000', 5_000],
  ['10 000 000', 10_000_000],
  ['0', 0],
  ['10000001', null],
  ['5000.50', null],
  ['-5', null],
  ['', null],
])('%j is read as the fee %j', (typed, amount) => {
  expect(amountOf(draft(typed))).toBe(amount);
});

test('the day after a day is the next one, over the ends of months and years', () => {
  expect(dayAfter('2026-11-21')).toBe('2026-11-22');
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  expect(dayAfter('2028-02-28')).toBe('2028-02-29');
});

test('a fee that begins today is refused, one from tomorrow on is not', () => {
  expect(problemsOf(draft('5000'), '2026-11-22')).toHaveProperty('from');
  expect(problemsOf(draft('5000'), '2026-11-21')).toEqual({});
});

test('of the fees that have begun the latest is that of today', () => {
  const fee = (from: string | null): Fee => ({
    amount: 1,
    from,
    reason: '',
    setBy: null,
    setAt: null,
    confirmedBy: null,
    confirmedAt: null,
  });
  const fees = ['2026-12-01', '2026-11-21', '2026-01-01', null].map(fee);
  expect(feeStatesOf(fees, '2026-11-21')).toEqual(['to come', 'in force', 'past', 'past']);
  expect(feeStatesOf([fee(null)], '2026-11-21')).toEqual(['in force']);
});

test('an amount that holds kobo is never rounded', () => {
  expect(exactNaira(12_000)).toBe('₦12,000');
  expect(exactNaira(11_999.5)).toBe('₦11,999.50');
  expect(exactNaira(-0.01)).toBe('-₦0.01');
});
