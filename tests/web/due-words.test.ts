import { expect, test } from 'vitest';
import { isOverdue } from '#contract/owed.ts';
import { dueWords } from '#web/records/due-words.ts';

const ticket = {
  dueDay: '2026-12-24',
  paid: false,
  withdrawal: null,
  decision: null,
  price: 5_000,
};
const decision = {
  at: '2026-12-26T08:00:00.000Z',
  outcomes: ['dismissed' as const],
  vehicleFree: true,
};
const by = { id: 'a', name: 'Bashir Lawal', role: 'zonal head' as const };
const withdrawal = { reason: 'Twice.', by, at: '2026-12-01T08:00:00.000Z' };

test.each([
  ['2026-12-23', false, 'Due by 2026-12-24.'],
  ['2026-12-24', false, 'Due by 2026-12-24.'],
  ['2026-12-25', true, 'Overdue since 2026-12-25, one day.'],
  ['2027-01-03', true, 'Overdue since 2026-12-25, 10 days.'],
])('on %s a ticket due on 2026-12-24 is overdue: %s', (today, overdue, words) => {
  expect(isOverdue(ticket, today)).toBe(overdue);
  expect(dueWords(ticket, today)).toBe(words);
});

test.each([
  ['paid', { paid: true }],
  ['withdrawn', { withdrawal }],
  ['decided', { decision }],
  ['free', { price: 0 }],
  ['without rules', { dueDay: null }],
])('a ticket that is %s is never overdue', (_how, change) => {
  expect(isOverdue({ ...ticket, ...change }, '2027-01-03')).toBe(false);
  expect(dueWords({ ...ticket, ...change }, '2027-01-03')).toBe('');
});
