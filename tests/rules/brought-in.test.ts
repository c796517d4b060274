import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeSinceMade } from '#server/features/brought-in-records/rules.ts';
import { Refusal } from '#server/http/refusal.ts';
import { draws } from '#tests/support/draws.ts';

const hour = 3_600_000;
const now = new Date('2026-11-22T14:00:00.000Z');
const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hour).toISOString();
const certifiedAt = new Date(at(24 * 10));

test.each([
  ['as its clock says, where nothing speaks against it', 5, 4, 5],
  ['no shorter than its phone counted, where its clock is ahead', -20, -23, 3],
  [
    'as long as its phone counted, where its clock dates the saving before its key',
    4_000,
    3_998,
    2,
  ],
  ['as its clock says, where that was put right before the saving', 24 * 30, 1, 24 * 30],
])('a record was on its way %s', (_, made, saved, onItsWay) => {
  const times = { madeAt: at(made), savedAt: at(saved) };
  expect(timeSinceMade(times, certifiedAt, now)).toBe(onItsWay * hour);
});

test('a record that was made after it was saved is refused', () => {
  const times = { madeAt: at(1), savedAt: at(2) };
  expect(timeSinceMade(times, certifiedAt, now)).toBeInstanceOf(Refusal);
});

test('whatever a clock says, no record is of the future, nor younger than its phone counted', () => {
  const hours = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(hours, hours, hours, (made, saved, certified) => {
      const times = { madeAt: at(made), savedAt: at(saved) };
      const onTheWay = timeSinceMade(times, new Date(at(certified)), now);
      if (onTheWay instanceof Refusal) expect(saved).toBeGreaterThan(made);
      else expect(onTheWay).toBeGreaterThanOrEqual((made - saved) * hour);
    }),
    draws(),
  );
});
