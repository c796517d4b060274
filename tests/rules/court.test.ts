import { expect, test } from 'vitest';
import { Refusal } from '#server/http/refusal.ts';
import {
  chargesOf,
  maySettle,
  stateOf,
  whyNotDecided,
  whyNotHeard,
  whyNotReferred,
  whyNotThere,
} from '#server/modules/after-ticket/court/rules.ts';

const ticket = {
  paid: false,
  withdrawal: null,
  decision: null,
  price: 5_000,
  dueDay: '2026-11-01',
};
const decision = {
  at: '2026-12-01T08:00:00.000Z',
  outcomes: ['dismissed' as const],
  vehicleFree: true,
};
const by = { id: 'a', name: 'Bashir Lawal', role: 'zonal head' as const };
const withdrawal = { reason: 'Twice.', by, at: '2026-12-01T08:00:00.000Z' };
const rules = { referralDays: 14 };
const today = '2026-11-15';

test.each([
  [
    'a day before its referral day',
    {},
    rules,
    false,
    '2026-11-14',
    /You can refer it from 2026-11-15$/,
  ],
  ['on its referral day', {}, rules, false, today, null],
  ['paid', { paid: true }, rules, false, today, /paid/],
  ['withdrawn', { withdrawal }, rules, false, today, /withdrawn/],
  ['decided', { decision }, rules, false, today, /a court has decided/],
  ['free', { price: 0 }, rules, false, today, /nothing is due/],
  ['without rules', {}, null, false, today, /no ticket rules/],
  ['without a due day', { dueDay: null }, rules, false, today, /no ticket rules/],
  ['disputed', {}, rules, true, today, /driver has objected/],
])(
  'a ticket %s is referred only where nothing speaks against it',
  (...[, change, of, disputed, on, why]) => {
    const said = whyNotReferred({ ...ticket, ...change }, of, disputed, on);
    if (why === null) expect(said).toBeNull();
    else expect(said).toMatch(why);
  },
);

test('tickets go to a court that the rules list; where they list none, to any', () => {
  const courts = ['Mobile Court, Kaduna'];
  expect(whyNotThere('Mobile Court, Kaduna', { courts })).toBeNull();
  expect(whyNotThere('Mobile Court', { courts: [] })).toBeNull();
  expect(whyNotThere('Mobile Court', { courts })?.fields).toEqual({
    court: 'Select a court that the ticket rules list.',
  });
});

const draft = {
  hasEnded: false,
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
  ['heard', { isLocked: true, hasEnded: true, paid: true, isWithdrawn: true }],
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
const said = (...charges: never[]) => ({
  charges,
  day: today,
  paidWhere: '',
  courtReceipt: '',
  reason: '',
});

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
    said(decided(1, 'paid there'), decided(2)),
  ])
    expect(chargesOf(wrong, [1, 2])).toBeInstanceOf(Refusal);
});

const days = { referred: '2026-11-15', hearing: '2026-11-20', today: '2026-11-22' };

test.each([
  ['2026-11-14', false],
  ['2026-11-15', true],
  ['2029-11-21', true],
  ['2029-11-22', false],
])('a court hears from the referral on, and within three years: %s', (day, may) => {
  expect(whyNotHeard(day, days) === null).toBe(may);
});

test.each([
  ['2026-11-19', false],
  ['2026-11-20', true],
  ['2026-11-22', true],
  ['2026-11-23', false],
])('a court has decided from the hearing on, until today: %s', (day, may) => {
  expect(whyNotDecided(day, days) === null).toBe(may);
  expect(whyNotDecided(day, { ...days, hearing: null })).toMatchObject({ code: 'not_heard' });
});
