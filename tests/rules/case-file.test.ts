import { expect, test } from 'vitest';
import { readCaseFileNumber } from '#contract/modules/after-ticket/court.ts';
import { notFound } from '#server/http/refusal.ts';
import { correctionTable } from '#server/modules/after-ticket/court/case-file-tables.ts';

const correction = {
  at: new Date('2026-11-05T08:00:00Z'),
  before: { name: 'Maryam Haruna', notes: 'Ours alone', version: 1 },
  after: { name: 'A Different Accused', notes: '', version: 2 },
};
const [earlier, later] = ['2026-11-01T08:00:00.000Z', '2026-11-09T08:00:00.000Z'];

test.for([
  [null, null, ''],
  [later, null, 'before the payment'],
  [earlier, null, 'after the payment'],
  [null, later, 'before the referral'],
  [null, earlier, 'after the referral'],
  [earlier, earlier, 'after the referral'],
  [earlier, later, 'after the payment'],
] as const)('paid at %s and referred at %s, a correction was %s', ([paidAt, lockedAt, when]) => {
  const found = lockedAt === null ? notFound('case') : { lockedAt };
  expect(correctionTable({ paidAt }, [correction], found).rows.map(({ cells }) => cells)).toEqual([
    ['2026-11-05 09:00', 'Driver', 'Maryam Haruna', 'A Different Accused', when],
  ]);
});

test.for([
  ['CF-0123456789', 'CF-0123456789'],
  [' cf-01234 abcde ', 'CF-01234ABCDE'],
  ['CF-0123', undefined],
  ['CF-0123456789AB', undefined],
  ['../CF-0123456789', undefined],
] as const)('%s is read as the number of a case file: %s', ([typed, number]) => {
  expect(readCaseFileNumber(typed)).toBe(number);
});
