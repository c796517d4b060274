import { describe, expect, test } from 'vitest';
import { periodBefore } from '#contract/periods.ts';
import { stretchesOf } from '#server/features/statistics/rules.ts';

const friday = { today: '2026-11-20', hour: 14 };

describe('the stretches of a running period', () => {
  test('are the 24 hours of a day', () => {
    const hours = stretchesOf('day', friday);
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(new Set(hours.map(({ from, to }) => `${from} ${to}`))).toEqual(
      new Set(['2026-11-20 2026-11-20']),
    );
    expect(hours.filter(({ running }) => running)).toMatchObject([{ hour: 14 }]);
    expect(hours.filter(({ future }) => future)).toHaveLength(9);
  });

  test('are the seven days from Monday, over the end of a year', () => {
    const days = stretchesOf('week', { today: '2027-01-01', hour: 0 });
    expect(days.map(({ from }) => from)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
    expect(
      days.map(({ running, future }) => (running ? 'now' : future ? 'later' : 'past')),
    ).toEqual(['past', 'past', 'past', 'past', 'now', 'later', 'later']);
    expect(stretchesOf('week', { today: '2027-01-03', hour: 23 })).toHaveLength(7);
    expect(stretchesOf('week', { today: '2027-01-03', hour: 23 })[0]?.from).toBe('2026-12-28');
  });

  test.each([
    ['2026-02-14', 28],
    ['2028-02-14', 29],
    ['2026-11-30', 30],
    ['2026-12-01', 31],
  ])('are the days of the month of %s: %i', (today, length) => {
    const days = stretchesOf('month', { today, hour: 0 });
    expect(days).toHaveLength(length);
    expect(days[0]?.from).toBe(`${today.slice(0, 8)}01`);
    expect(days.at(-1)?.to).toBe(`${today.slice(0, 8)}${length}`);
  });

  test('are the twelve months of a year, each to its last day', () => {
    const months = stretchesOf('year', { today: '2028-03-31', hour: 23 });
    expect(months.map(({ to }) => to)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
      '2028-07-31',
      '2028-08-31',
      '2028-09-30',
      '2028-10-31',
      '2028-11-30',
      '2028-12-31',
    ]);
    expect(months.filter(({ running }) => running)).toMatchObject([{ from: '2028-03-01' }]);
    expect(months.filter(({ future }) => future)).toHaveLength(9);
  });
});

test('before whole months come as many months, before other days as many days', () => {
  expect(periodBefore({ from: '2026-01-01', to: '2026-03-31' })).toEqual({
    from: '2025-10-01',
    to: '2025-12-31',
  });
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
  expect(periodBefore({ from: '2026-03-02', to: '2026-03-11' })).toEqual({
    from: '2026-02-20',
    to: '2026-03-01',
  });
});
