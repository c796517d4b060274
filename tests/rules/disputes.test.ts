import { expect, test } from 'vitest';
import { dueDayAfterDispute, whyNotDisputed } from '#server/modules/after-ticket/disputes/rules.ts';
import { proofOf, provesBooked } from '#server/modules/after-ticket/papers/rules.ts';

const rules = { toWorkingDay: false, holidays: [] };
const after = (due: string | null, received: string, answered: string) =>
  dueDayAfterDispute(rules, { due, received, answered });

test('a rejected ticket is due a week after the answer, and the days later that were left before', () => {
  expect(after('2026-12-30', '2026-12-10', '2026-12-20')).toBe('2027-01-16');
  expect(after('2026-12-10', '2026-12-10', '2026-12-10')).toBe('2026-12-17');
});

test('one that was overdue already has a week from the answer', () => {
  expect(after('2026-10-01', '2026-12-10', '2026-12-20')).toBe('2026-12-27');
});

test('a ticket without a due day gets none by a dispute', () => {
  expect(after(null, '2026-12-10', '2026-12-20')).toBeNull();
});

test('the new due day becomes a working day where the rules say so', () => {
  const holidays = [{ day: '2026-12-28', name: 'Boxing Day, moved' }];
  const of = { due: '2026-10-01', received: '2026-12-10', answered: '2026-12-20' };
  expect(dueDayAfterDispute({ toWorkingDay: true, holidays }, of)).toBe('2026-12-29');
});

test('the second proof is the last four signs of a phone or licence, however they are written', () => {
  const numbers = ['0803 555 0142', '', 'abc-12o45/aa01'];
  for (const typed of ['0142', ' 01-42 ', '+234 803 555 0142', 'aa01', 'AAOI'])
    expect(provesBooked(numbers, proofOf(typed)), typed).toBe(true);
  for (const typed of ['142', '', '0143', '0803', 'a01', '----'])
    expect(provesBooked(numbers, proofOf(typed)), typed).toBe(false);
});

test('nothing proves a ticket that does not exist, or whose numbers are too short or erased', () => {
  expect(provesBooked(undefined, '')).toBe(false);
  expect(provesBooked(undefined, '0142')).toBe(false);
  expect(provesBooked(['-', '', '-'], proofOf('-'))).toBe(false);
  expect(provesBooked(['142', '', ''], proofOf('142'))).toBe(false);
});

const fresh = {
  paid: false,
  isWithdrawn: false,
  isErased: false,
  isReferred: false,
  isDisputed: false,
  priceKobo: 1_200_000,
};

test('a ticket is disputed while something is due, once, and before it is in court', () => {
  expect(whyNotDisputed(fresh)).toBeNull();
  for (const [change, says] of [
    [{ paid: true }, /is paid/],
    [{ isWithdrawn: true }, /any more/],
    [{ isErased: true }, /any more/],
    [{ isReferred: true }, /before a court/],
    [{ isDisputed: true }, /already/],
    [{ priceKobo: 0 }, /No money is due/],
  ] as const)
    expect(whyNotDisputed({ ...fresh, ...change })).toMatch(says);
});
