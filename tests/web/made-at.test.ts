import { expect, test } from 'vitest';
import { arrivalOf, madeAtOf, madeWhen } from '#web/records/made-at.tsx';

const record = (madeAt: string | null, createdAt: string) => ({
  createdAt,
  captured: madeAt === null ? null : { madeAt },
});

test.each([
  ['came at once', '2026-11-22T17:46:00.000Z', '2026-11-22T17:46:02.000Z', null],
  ['came within a minute', '2026-11-22T17:46:00.000Z', '2026-11-22T17:47:00.000Z', null],
  ['waited', '2026-11-22T17:46:00.000Z', '2026-11-22T17:52:10.000Z', 'arrived 18:52'],
  [
    'waited just over a minute',
    '2026-11-22T17:46:00.000Z',
    '2026-11-22T17:47:01.000Z',
    'arrived 18:47',
  ],
  [
    'waited for the night',
    '2026-11-22T20:10:00.000Z',
    '2026-11-23T06:02:00.000Z',
    'arrived 2026-11-23 07:02',
  ],
  [
    'waited past midnight in Lagos, on one day by UTC',
    '2026-11-22T22:50:00.000Z',
    '2026-11-22T23:10:00.000Z',
    'arrived 2026-11-23 00:10',
  ],
  [
    'was made by a clock that is ahead',
    '2026-11-22T18:10:00.000Z',
    '2026-11-22T17:52:00.000Z',
    'arrived 18:52',
  ],
  ['was made at the authority', null, '2026-11-22T17:52:00.000Z', null],
])('a record that %s says when it arrived, if that differs', (_what, madeAt, createdAt, said) => {
  expect(arrivalOf(record(madeAt, createdAt))).toBe(said);
  expect(madeAtOf(record(madeAt, createdAt))).toBe(madeAt ?? createdAt);
});

test('in one line both stand beside each other', () => {
  const waited = record('2026-11-22T17:46:00.000Z', '2026-11-22T17:52:10.000Z');
  expect(madeWhen(waited)).toBe('2026-11-22 18:46, arrived 18:52');
  expect(madeWhen(record(null, '2026-11-22T17:46:00.000Z'))).toBe('2026-11-22 18:46');
});
