import fc from 'fast-check';
import { dayFromNow } from './fees.ts';

/** What rules of tickets may say. */
export const drawnRules = fc.record({
  daysToPay: fc.integer({ min: 1, max: 12 }),
  toWorkingDay: fc.boolean(),
  referralDays: fc.integer({ min: 0, max: 6 }),
  answerDays: fc.integer({ min: 1, max: 20 }),
  reminders: fc.uniqueArray(fc.integer({ min: -8, max: 30 }), { minLength: 4, maxLength: 8 }),
  holidays: fc
    .uniqueArray(fc.integer({ min: -40, max: 40 }), { maxLength: 12 })
    .map((days) => days.map((day) => ({ day: dayFromNow(day), name: 'A holiday' }))),
});
export const steps = [
  'remind',
  'pay',
  'object',
  'reject',
  'uphold',
  'confirm the upholding',
  'refuse the upholding',
  'draft',
  'lock',
  'hear',
  'propose dismissal',
  'propose warrant',
  'confirm',
  'refuse',
  'clear',
  'withdraw',
  'stop messages',
  'hold',
  'lift',
  'declare a holiday',
  'take it back',
  'do it oneself',
  'have it done',
  'open it again',
  'correct alone',
  'propose a correction',
  'confirm the correction',
  'refuse the correction',
  'take the correction back',
  'give money back',
] as const;
export type Step = (typeof steps)[number];

export interface History {
  /** Days from its making to its arrival. */
  readonly age: number;
  readonly steps: readonly Step[];
}

/** Ways on which days move, and obligations end. */
export const daysWays: readonly (readonly Step[])[] = [
  ['declare a holiday', 'remind', 'take it back', 'pay'],
  ['object', 'declare a holiday', 'reject', 'declare a holiday', 'take it back'],
  ['object', 'declare a holiday', 'pay', 'have it done', 'clear'],
  ['do it oneself', 'have it done', 'open it again', 'declare a holiday', 'withdraw'],
];

/** Ways on which two people correct a ticket while something else becomes of it. */
export const correctionWays: readonly (readonly Step[])[] = [
  ['pay', 'propose a correction', 'confirm the correction', 'correct alone', 'clear'],
  ['pay', 'propose a correction', 'give money back', 'confirm the correction', 'give money back'],
  ['pay', 'propose a correction', 'clear', 'confirm the correction', 'refuse the correction'],
  ['propose a correction', 'correct alone', 'confirm the correction', 'take the correction back'],
  ['object', 'propose a correction', 'declare a holiday', 'pay', 'confirm the correction'],
  [
    'draft',
    'lock',
    'propose a correction',
    'hear',
    'propose dismissal',
    'confirm',
    'confirm the correction',
  ],
  [
    'draft',
    'lock',
    'correct alone',
    'propose a correction',
    'confirm the correction',
    'hear',
    'pay',
  ],
];

/** Ways to an end, into which other steps are thrown. */
export const ways: readonly (readonly Step[])[] = [
  ['draft', 'lock', 'hear', 'propose dismissal', 'confirm', 'remind', 'clear'],
  ['draft', 'lock', 'hear', 'propose warrant', 'confirm', 'propose dismissal', 'confirm', 'pay'],
  ['draft', 'lock', 'hear', 'propose dismissal', 'refuse', 'pay', 'clear'],
  ['draft', 'lock', 'hear', 'propose dismissal', 'confirm', 'propose warrant', 'confirm'],
  ['remind', 'object', 'remind', 'reject', 'remind', 'draft', 'lock'],
  ['object', 'uphold', 'confirm the upholding', 'remind'],
  ['object', 'uphold', 'refuse the upholding', 'reject', 'remind'],
  ['object', 'uphold', 'pay', 'confirm the upholding'],
  ['remind', 'pay', 'remind'],
  ['remind', 'withdraw', 'hold', 'remind'],
  ['hold', 'lift', 'withdraw'],
  ['stop messages', 'remind'],
  ...daysWays,
  ...correctionWays,
];

export const histories: fc.Arbitrary<History> = fc.record({
  age: fc.integer({ min: 0, max: 40 }),
  steps: fc
    .tuple(
      fc.constantFrom(...ways),
      fc.array(fc.tuple(fc.nat({ max: 8 }), fc.constantFrom(...steps)), { maxLength: 4 }),
    )
    .map(([way, thrown]) =>
      thrown.reduce((all, [place, step]) => all.toSpliced(place, 0, step), [...way]),
    ),
});
