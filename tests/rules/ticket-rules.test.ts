import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sayEnglish } from '#contract/language.ts';
import { partsOfPenalty } from '#contract/modules/after-ticket/obligations.ts';
import {
  dueDayOf,
  firstRules,
  isWorkingDay,
  obligationDueDay,
  offerOf,
  offerWords,
  powerLine,
  proposeTicketRules,
  ticketRulesSchema,
  workingDaysAfter,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { catalogue } from '#server/features/offences/catalogue.ts';
import { obligationRows } from '#server/modules/after-ticket/obligations/rules.ts';
import { draws } from '#tests/support/draws.ts';

const holidays = [
  { day: '2026-12-25', name: 'Christmas' },
  { day: '2026-12-28', name: 'Boxing Day' },
];
const rules = { ...firstRules, holidays };

test.each([
  ['2026-12-24', true, 'a Thursday'],
  ['2026-12-25', false, 'a holiday'],
  ['2026-12-26', false, 'a Saturday'],
  ['2026-12-27', false, 'a Sunday'],
  ['2026-12-28', false, 'a holiday on a Monday'],
  ['2026-12-29', true, 'a Tuesday'],
])('%s is a working day: %s, %s', (day, works) => {
  expect(isWorkingDay(rules, day)).toBe(works);
});

test.each([
  [30, true, '2026-11-24', '2026-12-24'],
  [30, true, '2026-11-25', '2026-12-29'],
  [30, false, '2026-11-25', '2026-12-25'],
  [1, true, '2026-12-24', '2026-12-29'],
  [7, true, '2026-12-28', '2027-01-04'],
])(
  'in %s days (moved to a working day: %s), a ticket of %s is due on %s',
  (daysToPay, toWorkingDay, day, due) => {
    expect(dueDayOf({ ...rules, daysToPay, toWorkingDay }, day)).toBe(due);
  },
);

test('a due day never comes before its days are over, and is a working day where rules say so', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 700 }), (days, at) => {
      const day = new Date(Date.UTC(2026, 0, at)).toISOString().slice(0, 10);
      const due = dueDayOf({ ...rules, daysToPay: days }, day);
      const passed = (Date.parse(due) - Date.parse(day)) / 86_400_000;
      expect(passed).toBeGreaterThanOrEqual(days);
      expect(passed).toBeLessThanOrEqual(days + 5);
      expect(isWorkingDay(rules, due)).toBe(true);
    }),
    draws(),
  );
});

test.each([
  [0, '2026-12-24'],
  [1, '2026-12-29'],
  [2, '2026-12-30'],
  [4, '2027-01-01'],
])('%s working days after 24 December are %s', (days, day) => {
  expect(workingDaysAfter(rules, '2026-12-24', days)).toBe(day);
});

const withPower = (ticket: object) => ({
  ...firstRules,
  powers: { ...firstRules.powers, ticket: { law: '', section: '', wording: '', ...ticket } },
});

test('rules name the law of their tickets, and a section stands in a named law', () => {
  expect(ticketRulesSchema.safeParse(withPower({ law: 'Traffic Law' })).success).toBe(true);
  expect(ticketRulesSchema.safeParse(withPower({})).success).toBe(false);
  const { powers } = withPower({ law: 'Traffic Law' });
  const impounding = { law: '', section: 's. 7', wording: '' };
  expect(
    ticketRulesSchema.safeParse({ ...firstRules, powers: { ...powers, impounding } }).success,
  ).toBe(false);
  expect(powerLine({ law: 'Traffic Law', section: 's. 30', wording: 'x' })).toBe(
    'Traffic Law, s. 30',
  );
  expect(powerLine({ law: 'Traffic Law', section: '', wording: '' })).toBe('Traffic Law');
});

test.each([
  ['a holiday twice', { holidays: [holidays[0], holidays[0]] }],
  ['a reminder twice', { reminders: [0, 0] }],
  ['no days to pay', { daysToPay: 0 }],
  ['half a day', { daysToPay: 1.5 }],
  ['a holiday that is no day', { holidays: [{ day: '2026-02-30', name: 'x' }] }],
])('rules with %s are refused', (_what, wrong) => {
  expect(
    ticketRulesSchema.safeParse({ ...withPower({ law: 'Traffic Law' }), ...wrong }).success,
  ).toBe(false);
});

test('every penalty of the catalogue becomes obligations of known kinds, one for each of its parts', () => {
  const parts = catalogue.flatMap(({ penalty }) => partsOfPenalty(penalty));
  expect(Object.groupBy(parts, ({ kind }) => kind)['other']).toBeUndefined();
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(parts, ({ kind }) => kind)).map(([kind, all]) => [
      kind,
      all.length,
    ]),
  );
  expect(counts).toEqual({
    custody: 33,
    case: 15,
    roadside: 6,
    training: 8,
    repairs: 11,
    test: 2,
    charge: 1,
  });
  expect(partsOfPenalty('Sweep the road; ')).toEqual([{ kind: 'other', text: 'Sweep the road' }]);
  expect(partsOfPenalty('')).toEqual([]);
});

test('an obligation is due as its rules say, on a working day unless it is done at once', () => {
  const due = (days: number | null, of = rules) =>
    obligationDueDay(
      { ...of, obligationDays: { ...of.obligationDays, repairs: days } },
      'repairs',
      '2026-12-26',
    );
  expect(due(null)).toBeNull();
  expect(due(0)).toBe('2026-12-26');
  expect(due(1)).toBe('2026-12-29');
  expect(due(1, { ...rules, toWorkingDay: false })).toBe('2026-12-27');
});

test('each part of a penalty is an obligation of its offence, in its order, due by the rules', () => {
  const ticket = {
    id: 'B',
    organisation: 'Kaduna',
    zone: 'Zaria',
    demo: false,
    offences: [
      { id: 'A', penalty: 'Impounding vehicle; Effect repairs' },
      { id: 'B', penalty: '' },
      { id: 'C', penalty: 'Sweep the road' },
    ],
  };
  const rows = obligationRows(ticket, { day: '2026-11-02', rules });
  expect(rows).toEqual(
    [
      ['A', 'custody', 'Impounding vehicle', null],
      ['A', 'repairs', 'Effect repairs', '2026-11-16'],
      ['C', 'other', 'Sweep the road', '2026-12-02'],
    ].map(([offence_id, kind, words, due_day], index) => ({
      booking_id: 'B',
      place: index + 1,
      offence_id,
      kind,
      words,
      due_day,
      organisation: 'Kaduna',
      zone: 'Zaria',
      demo: false,
    })),
  );
  const without = obligationRows(ticket, { day: '2026-11-02', rules: null });
  expect(without.map(({ due_day }) => due_day)).toEqual([null, null, null]);
});

test('an offer says until when, what it is, and the law that it rests on', () => {
  const power = { law: 'Traffic Law', section: 's. 30', wording: '' };
  const offer = offerOf({ ...rules, powers: { ...rules.powers, ticket: power }, offer: 'Pay it.' });
  expect(offer).toEqual({
    power,
    offer: 'Pay it.',
    daysToPay: 30,
    toWorkingDay: true,
    holidays,
    laws: [],
  });
  expect(offerWords(sayEnglish, offer, '2026-12-29')).toEqual({
    lead: 'Pay by 2026-12-29 or object.',
    rest: 'Pay it. The legal basis is Traffic Law, s. 30.',
  });
  expect(offerWords(sayEnglish, offer, null).lead).toBe('Pay or object.');
});

test('messages are sent from an hour before another', () => {
  const sent = (sendsFrom: number, sendsUntil: number) =>
    proposeTicketRules.body.safeParse({
      rules: { ...withPower({ law: 'Traffic Law' }), sendsFrom, sendsUntil },
      from: '2026-12-01',
      reason: 'The gazette.',
    }).success;
  expect([sent(8, 9), sent(8, 8), sent(9, 8)]).toEqual([true, false, false]);
});

test('a wording without its law, and a holiday that stands twice, are refused', () => {
  const base = withPower({ law: 'Traffic Law' });
  const impounding = { law: '', section: '', wording: 'It may be impounded.' };
  const twice = [
    { day: '2026-12-25', name: 'Christmas' },
    { day: '2026-12-25', name: 'A holiday' },
  ];
  for (const wrong of [
    { ...base, powers: { ...base.powers, impounding } },
    { ...base, holidays: twice },
  ])
    expect(ticketRulesSchema.safeParse(wrong).success).toBe(false);
});
