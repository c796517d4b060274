import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compare,
  funnelOf,
  isOutside,
  notesOf,
  saysOf,
} from '#server/modules/reports/questions/rules.ts';
import { draws } from '#tests/support/draws.ts';

const officer = (at: number, of: number, hits: number) => ({
  signal: 'withdrawn',
  role: 'booking officer',
  zone: 'Zaria',
  officer: String(at),
  of,
  hits,
});
const compared = (counts: ReturnType<typeof officer>[]) => compare(counts, () => 30);

describe('the range that chance makes of a share', () => {
  // By exact fractions: the fewest whose sum of probabilities reaches 2.5, 97.5 and 99.9 %.
  test.each([
    { of: 90, share: 0.05, usual: [1, 9], most: 12 },
    { of: 30, share: 0.5, usual: [10, 20], most: 23 },
    { of: 100, share: 0.01, usual: [0, 3], most: 5 },
    { of: 1_000, share: 0.2, usual: [176, 225], most: 240 },
  ])('is exact for $share of $of', ({ of, share, usual, most }) => {
    expect(funnelOf(of, share)).toMatchObject({ usual, most });
  });

  test('holds 95 and 99.9 of 100, whatever the share and the number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0.0005, max: 0.9995, noNaN: true }),
        (of, share) => {
          const { usual, most, chance } = funnelOf(of, share);
          expect(usual[0]).toBeLessThanOrEqual(usual[1]);
          expect(usual[1]).toBeLessThanOrEqual(most);
          expect(most).toBeLessThanOrEqual(of);
          expect(chance[0]).toBeLessThanOrEqual(0.025 + 1e-9);
          expect(chance[1]).toBeLessThanOrEqual(0.001 + 1e-9);
        },
      ),
      { numRuns: 300, seed: 8 },
    );
  });
});

test('eight colleagues with thirty tickets are needed, and thirty of one’s own', () => {
  const nine = Array.from({ length: 9 }, (_, at) => officer(at, 30, 1));
  expect(compared(nine).every(({ funnel }) => funnel !== null)).toBe(true);
  expect(compared(nine.slice(1)).every(({ funnel }) => funnel === null)).toBe(true);
  const [few, ...others] = compared([officer(9, 29, 20), ...nine]);
  expect(few?.funnel).toBe(null);
  expect(others.every(({ funnel }) => funnel !== null)).toBe(true);
  const elsewhere = [{ ...officer(9, 30, 9), zone: 'Chikun' }, ...nine.slice(1)];
  expect(compared(elsewhere).every(({ funnel }) => funnel === null)).toBe(true);
});

test('one record alone makes no question, though no colleague has any', () => {
  const counts = [
    officer(0, 30, 1),
    ...Array.from({ length: 8 }, (_, at) => officer(at + 1, 30, 0)),
  ];
  expect(compared(counts).some(isOutside)).toBe(false);
});

test('a figure is said beside the colleagues’, with no word of judgement', () => {
  const [own, ...rest] = compared([
    officer(0, 90, 12),
    ...Array.from({ length: 12 }, (_, at) => officer(at + 1, 90, 4)),
  ]);
  if (!own) throw new Error('There is one.');
  expect(isOutside(own)).toBe(true);
  expect(rest.some(isOutside)).toBe(false);
  expect(saysOf(own, 'bookings withdrawn')).toBe(
    '12 of 90 bookings withdrawn; colleagues: 1 to 8 of 90.',
  );
  expect(saysOf({ ...own, funnel: null }, 'bookings withdrawn')).toBe(
    '12 of 90 bookings withdrawn; too few to compare.',
  );
  const said = notesOf([own, ...rest], { innocent: 9, decided: 10 }).join(' ');
  expect(said).not.toMatch(/fraud|suspicio|score|rank|worst|guilt|offend/i);
});

test('the share that was explained is said, and over 80 % that the limit lists too much', () => {
  const note = (innocent: number, decided: number) => notesOf([], { innocent, decided })[3];
  expect(note(0, 0)).toBe('No question has an outcome yet.');
  expect(note(4, 5)).toMatch(/4 had an innocent explanation \(80%\)\.$/);
  expect(note(5, 6)).toMatch(/\(83%\)\. That share is above 80%, so the limit/);
});

test('of officers who differ by chance alone, about as many lie outside as the page says', () => {
  const random = seeded(20_140);
  const found = { usual: 0, most: 0 };
  const said = { usual: 0, most: 0 };
  for (let round = 0; round < draws(40).numRuns; round += 1) {
    const counts = Array.from({ length: 200 }, (_, at) => {
      const of = 30 + Math.floor(random() * 120);
      const hits = Array.from({ length: of }, random).filter((drawn) => drawn < 0.06).length;
      return officer(at, of, hits);
    });
    for (const one of compared(counts)) {
      const { hits, funnel } = one;
      if (!funnel) throw new Error('They are enough.');
      found.usual += Number(hits > funnel.usual[1]);
      found.most += Number(isOutside(one));
      said.usual += funnel.chance[0];
      said.most += funnel.chance[1];
    }
  }
  for (const which of ['usual', 'most'] as const) {
    const expected = said[which];
    expect(expected).toBeGreaterThan(1);
    expect(Math.abs(found[which] - expected)).toBeLessThan(4 * Math.sqrt(expected) + 1);
  }
});

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
