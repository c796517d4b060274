import { expect, test } from 'vitest';
import { chargesOf, maySettle, stateOf, whyNotReferred } from '#server/features/court/rules.ts';
import { Refusal } from '#server/http/refusal.ts';

const ticket = { paid: false, withdrawal: null, price: 5_000, dueDay: '2026-11-01' };
const by = { id: 'a', name: 'Bashir Lawal', role: 'zonal head' as const };
const withdrawal = { reason: 'Twice.', by, at: '2026-12-01T08:00:00.000Z' };
const rules = { referralDays: 14 };
const today = '2026-11-15';

test.each([
  ['a day before its referral day', {}, rules, false, '2026-11-14', /from 2026-11-15 on/],
  ['on its referral day', {}, rules, false, today, null],
  ['paid', { paid: true }, rules, false, today, /paid/],
  ['withdrawn', { withdrawal }, rules, false, today, /withdrawn/],
  ['free', { price: 0 }, rules, false, today, /nothing is due/],
  ['without rules', {}, null, false, today, /no rules/],
  ['without a due day', { dueDay: null }, rules, false, today, /no rules/],
  ['disputed', {}, rules, true, today, /disputed/],
])(
  'a ticket %s is referred only where nothing speaks against it',
  (...[, change, of, disputed, on, why]) => {
    const said = whyNotReferred({ ...ticket, ...change }, of, disputed, on);
    if (why === null) expect(said).toBeNull();
    else expect(said).toMatch(why);
  },
);

const draft = {
  isDecided: false,
  isLocked: false,
  isDrafted: true,
  paid: false,
  isWithdrawn: false,
};

test.each([
  ['open', { isDrafted: false }],
  ['draft', {}],
  ['referred', { isLocked: true }],
  ['settled', { isLocked: true, paid: true }],
  ['withdrawn', { isLocked: true, isWithdrawn: true }],
  ['heard', { isLocked: true, isDecided: true, paid: true, isWithdrawn: true }],
] as const)('a case is %s', (state, change) => {
  expect(stateOf({ ...draft, ...change })).toBe(state);
});

test.each([
  ['before its hearing', true, '2026-11-15', true],
  ['on its hearing’s day', true, '2026-11-14', true],
  ['after its hearing', true, '2026-11-13', false],
  ['before a hearing is told', true, null, true],
  ['where the rules forbid it', false, null, false],
])('a ticket in court %s may be paid as its rules say', (_when, settlesUntilPlea, hearing, may) => {
  expect(maySettle({ settlesUntilPlea }, hearing, '2026-11-14')).toBe(may);
});

const decided = (line: number, outcome = 'dismissed', fined: number | null = null) =>
  ({ line, outcome, fined }) as never;
const said = (...charges: never[]) => ({ charges, paidWhere: '', courtReceipt: '' });

test('every line has one outcome, and a fine of another amount alone names it', () => {
  expect(chargesOf(said(decided(2), decided(1, 'another amount', 2_500)), [1, 2])).toEqual([
    { line: 2, outcome: 'dismissed', kobo: null },
    { line: 1, outcome: 'another amount', kobo: 250_000 },
  ]);
  for (const wrong of [
    said(decided(1)),
    said(decided(1), decided(1)),
    said(decided(1), decided(3)),
    said(decided(1), decided(2, 'another amount')),
    said(decided(1, 'warrant', 100), decided(2)),
  ])
    expect(chargesOf(wrong, [1, 2])).toBeInstanceOf(Refusal);
});
