import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionKinds } from '#contract/decisions.ts';
import { dayAfter, dayBefore } from '#server/lists/rules.ts';
import {
  type ClosedPeriod,
  periodBefore,
  whyNotInOrder,
} from '#server/modules/reports/reports/closing-order.ts';
import { draws } from '#tests/support/draws.ts';

const period = (from: string, to: string, waits = false): ClosedPeriod => ({
  id: from,
  from,
  to,
  version: 1,
  waits,
});
const october = period('2026-10-01', '2026-10-31');
const november = { from: '2026-11-01', to: '2026-11-30' };

const whyNot = (asked: { from: string; to: string }, ...periods: ClosedPeriod[]) =>
  whyNotInOrder('f-and-a', asked, periods)?.error ?? null;

test('the first closing begins anywhere, and the next one on the day after its end', () => {
  expect(whyNot(november)).toBeNull();
  expect(whyNot(november, october)).toBeNull();
});

test('November is not closed before October, and the sentence names the days to close first', () => {
  const september = period('2026-09-01', '2026-09-30');
  expect(whyNot(november, september)).toBe(
    'Close 2026-10-01 to 2026-10-31 first. The closed days end on 2026-09-30.',
  );
  expect(whyNot({ from: '2026-11-02', to: '2026-11-30' }, october)).toContain(
    'Close 2026-11-01 first.',
  );
});

test('a week inside a closed month, or days that reach into it, are not closed', () => {
  for (const asked of [
    { from: '2026-10-05', to: '2026-10-11' },
    { from: '2026-10-31', to: '2026-11-06' },
    { from: '2026-09-01', to: '2026-11-30' },
  ])
    expect(whyNot(asked, october)).toBe(
      'These days overlap a closed period: 2026-10-01 to 2026-10-31. To close that period again, select exactly its days. Otherwise select days from 2026-11-01 onwards.',
    );
});

test('days before the first closing stay open', () => {
  expect(whyNot({ from: '2026-09-01', to: '2026-09-30' }, october)).toBe(
    'The first period that was closed is 2026-10-01 to 2026-10-31. You can no longer close earlier days.',
  );
});

test('a closed period is closed again, whatever is closed after it', () => {
  expect(whyNot(october, october, period(november.from, november.to))).toBeNull();
});

test('what waits is decided before anything else of its series is closed', () => {
  const waiting = period(october.from, october.to, true);
  expect(whyNot(november, waiting)).toBe(
    'The closing for 2026-10-01 to 2026-10-31 is waiting for a second person to confirm it. That person must decide first.',
  );
});

test('a gap that an older version left is closed from its beginning', () => {
  const left = [period('2026-08-01', '2026-08-31'), period('2026-10-01', '2026-10-31')];
  expect(whyNot({ from: '2026-09-01', to: '2026-09-30' }, ...left)).toBeNull();
  expect(whyNot({ from: '2026-09-10', to: '2026-09-30' }, ...left)).toContain(
    'Close 2026-09-01 to 2026-09-09 first.',
  );
});

test('unpaid tickets are closed at the end of any day, and continue the last day before', () => {
  const [old, young] = [period('2025-12-31', '2025-12-31'), period('2026-06-30', '2026-06-30')];
  const asked = { from: '2026-03-31', to: '2026-03-31' };
  expect(whyNotInOrder('unp', asked, [old, young])).toBeNull();
  expect(periodBefore('unp', asked, [old, young])).toBe(old);
  expect(periodBefore('e', november, [october])).toBe(october);
  expect(periodBefore('e', november, [])).toBeUndefined();
});

test('what waits to be closed is opened with its days, unpaid tickets at the end of their day', () => {
  const addressOf = (report: string, from: string, to: string) =>
    decisionKinds.closing.queue.addressOf({
      id: 'one',
      organisation: 'Kaduna',
      zone: null,
      report,
      from,
      to,
    });
  const rest = { organisation: 'Kaduna', closing: 'one' };
  expect(addressOf('e', '2026-10-01', '2026-10-31')).toEqual([
    '/reports',
    { kind: 'e', from: '2026-10-01', to: '2026-10-31', ...rest },
  ]);
  expect(addressOf('unp', '2026-12-31', '2026-12-31')).toEqual([
    '/reports',
    { kind: 'unp', at: '2026-12-31', ...rest },
  ]);
});

test('whatever is asked in whatever order, what is closed covers each of its days once', () => {
  const day = fc
    .integer({ min: 0, max: 60 })
    .map((number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10));
  const asked = fc.array(
    fc.tuple(day, day).map((both) => both.toSorted()),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(asked, (all) => {
      const closed: ClosedPeriod[] = [];
      for (const [from = '', to = ''] of all) {
        if (closed.some((one) => one.from === from && one.to === to)) continue;
        if (whyNot({ from, to }, ...closed) === null) closed.push(period(from, to));
        closed.sort((left, right) => left.from.localeCompare(right.from));
      }
      for (const [index, { from }] of closed.entries())
        if (index > 0) expect(closed[index - 1]?.to).toBe(dayBefore(from));
      const next = dayAfter(closed.at(-1)?.to ?? '');
      expect(whyNot({ from: next, to: next }, ...closed)).toBeNull();
    }),
    { numRuns: draws(100, 44).numRuns },
  );
});
