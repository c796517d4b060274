import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptOf } from '#server/backup/retention.ts';
import { draws } from '#tests/support/draws.ts';

const dayMs = 86_400_000;
const keep = { backupKeepDays: 7, backupKeepWeeks: 5, backupKeepMonths: 12 };
const start = Date.UTC(2026, 0, 1, 0, 11);
const dayOf = (day: number) => new Date(start + day * dayMs);
const dayNames = (moments: readonly Date[]) =>
  moments.map((moment) => moment.toISOString().slice(0, 10));

/** Takes a backup each night and removes what is kept no longer; answers what is left at the end. */
function afterNights(nights: readonly number[]): Date[] {
  let kept: Date[] = [];
  for (const night of nights) kept = keptOf([...kept, dayOf(night)], keep, dayOf(night));
  return kept;
}

test('after two years of nights there are a week of days, the last of each of five weeks, and of each of twelve months', () => {
  const kept = dayNames(afterNights(Array.from({ length: 730 }, (_, day) => day)));
  // 31 December 2027 is a Friday; Sundays end a week.
  const days = ['24', '25', '26', '27', '28', '29', '30', '31'].map((day) => `2027-12-${day}`);
  const weeks = ['2027-11-28', '2027-12-05', '2027-12-12', '2027-12-19'];
  const months = [
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
    '2027-08-31',
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
  ];
  expect(kept).toEqual([...months, ...weeks, ...days].sort());
});

const nights = fc
  .uniqueArray(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 200 })
  .map((days) => days.sort((one, other) => one - other));

test('the newest and all of the last days are kept, whichever nights had one', () => {
  fc.assert(
    fc.property(nights, (days) => {
      const last = days.at(-1) ?? 0;
      const recent = days.filter((day) => last - day <= keep.backupKeepDays).map(dayOf);
      expect(dayNames(afterNights(days))).toEqual(expect.arrayContaining(dayNames(recent)));
    }),
    draws(),
  );
});

test('removing every night leaves what removing once at the end would leave', () => {
  fc.assert(
    fc.property(nights, (days) => {
      const once = keptOf(days.map(dayOf), keep, dayOf(days.at(-1) ?? 0));
      expect(dayNames(afterNights(days))).toEqual(dayNames(once));
    }),
    draws(),
  );
});

test('without weeks and months days alone are kept, and the newest however old', () => {
  const alone = { backupKeepDays: 7, backupKeepWeeks: 0, backupKeepMonths: 0 };
  const moments = [0, 10, 20].map(dayOf);
  expect(keptOf(moments, alone, dayOf(24))).toEqual([dayOf(20)]);
  expect(keptOf(moments, alone, dayOf(900))).toEqual([dayOf(20)]);
});
