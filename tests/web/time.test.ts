import { expect, test } from 'vitest';
import { clockOf, dateOf, relativeTime } from '#web/format/time.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-11-20T13:32:00Z');

test.each([
  [0, 'Just Now'],
  [9 * second + 999, 'Just Now'],
  [10 * second, '10 seconds ago'],
  [38 * second, '38 seconds ago'],
  [59 * second + 999, '59 seconds ago'],
  [minute, '1 minute ago'],
  [2 * minute - 1, '1 minute ago'],
  [5 * minute, '5 minutes ago'],
  [hour - 1, '59 minutes ago'],
  [hour, '1 hour ago'],
  [day - 1, '23 hours ago'],
  [day, '1 day ago'],
  [30 * day - 1, '29 days ago'],
  [30 * day, '1 month ago'],
  [60 * day, '2 months ago'],
  [360 * day - 1, '11 months ago'],
  [360 * day, '1 year ago'],
  [2 * 365 * day - 1, '1 year ago'],
  [2 * 365 * day, '2 years ago'],
])('304a, 304b: an age of %i ms reads %s', (age, words) => {
  expect(relativeTime(now - age, now)).toBe(words);
});

test('304a: an instant ahead of this clock reads Just Now', () => {
  expect(relativeTime(now + hour, now)).toBe('Just Now');
});

test('304c: no login at all reads Never logged in', () => {
  expect(relativeTime(null, now)).toBe('Never logged in');
});

test('304d, 304e: the date and the clock are those of Lagos, also over midnight and the new year', () => {
  expect([dateOf(now), clockOf(now)]).toEqual(['2026-11-20', '14:32']);
  const eve = '2026-12-31T23:05:00.000Z';
  expect([dateOf(eve), clockOf(eve)]).toEqual(['2027-01-01', '00:05']);
});
