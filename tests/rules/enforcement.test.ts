import { expect, test } from 'vitest';
import { type Counted, gapsOf } from '#server/modules/reports/black-spots/enforcement.ts';

const cell = (zone: string, hour: number, changes: Partial<Counted> = {}): Counted => ({
  organisation: 'Kaduna',
  zone,
  hour,
  collisions: 0,
  fatal: 0,
  weighted: 0,
  tickets: 0,
  ...changes,
});

const four = [
  cell('Zaria', 0, { collisions: 20, fatal: 2, weighted: 60, tickets: 1 }),
  cell('Zaria', 8, { collisions: 12, weighted: 30, tickets: 40 }),
  cell('Zaria', 12, { collisions: 1, weighted: 1, tickets: 58 }),
  cell('Zaria', 16, { collisions: 3, weighted: 9, tickets: 1 }),
];

test('a share of harm stands beside one of tickets, with four words, the widest gap first', () => {
  expect(
    gapsOf(four).map(({ hour, harmShare, ticketShare, gap, says }) => [
      hour,
      harmShare,
      ticketShare,
      gap,
      says,
    ]),
  ).toEqual([
    [0, 60, 1, 59, 'much harm, few bookings'],
    [16, 9, 1, 8, 'little harm, few bookings'],
    [8, 30, 40, -10, 'much harm, many bookings'],
    [12, 1, 58, -57, 'little harm, many bookings'],
  ]);
});

test('much is more than an equal share of every zone’s six bands, also of those without a record', () => {
  const two = [...four, cell('Chikun', 0, { tickets: 0, collisions: 1, weighted: 10 })];
  // One of twelve is 8.3 %, and the evening's harm is 9 of 110.
  expect(gapsOf(two).find(({ hour }) => hour === 16)?.says).toBe('little harm, few bookings');
  expect(gapsOf(two).find(({ zone }) => zone === 'Chikun')?.says).toBe('much harm, few bookings');
});

test('of fewer than thirty collisions nothing is said, and without tickets their share is nothing', () => {
  const few = gapsOf([cell('Zaria', 4, { collisions: 29, weighted: 29 })]);
  expect(few).toMatchObject([{ harmShare: 100, ticketShare: 0, gap: 100, says: null }]);
  expect(gapsOf([])).toEqual([]);
});
