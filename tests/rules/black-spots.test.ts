import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leastForChance } from '#contract/modules/reports/black-spots.ts';
import { metresPerDegree } from '#server/degrees.ts';
import { createRandom } from '#server/demo/random.ts';
import { cellsBeyondChance, discoveries } from '#server/modules/reports/black-spots/chance.ts';
import { harmOf } from '#server/modules/reports/black-spots/harm.ts';
import {
  type Crash,
  severityOf,
  shrunk,
  spotsOf,
} from '#server/modules/reports/black-spots/rules.ts';
import { weekOf } from '#server/modules/reports/black-spots/week.ts';
import { draws } from '#tests/support/draws.ts';

const kaduna = { lat: 10.52, lng: 7.44 };
const asked = { metres: 150, least: 4, middle: Date.parse('2026-01-01T00:00:00Z') };

let made = 0;
/** A collision so many metres east and north of a place. */
function crash(east: number, north: number, changes: Partial<Crash> = {}): Crash {
  made += 1;
  const lat = kaduna.lat + north / metresPerDegree;
  const lng = kaduna.lng + east / metresPerDegree / Math.cos((kaduna.lat * Math.PI) / 180);
  return {
    id: String(made).padStart(9, '0'),
    position: { lat, lng, accuracy: 12 },
    isElsewhere: false,
    killed: 0,
    injured: 0,
    cause: '',
    serious: 0,
    location: 'Ahmadu Bello Way',
    zone: 'Kaduna North',
    at: Date.parse('2025-06-01T12:00:00Z'),
    ...changes,
  };
}

/** So many collisions strewn evenly over a square of so many metres. */
function strewn(seed: string, many: number, metres: number): Crash[] {
  const random = createRandom(seed);
  return Array.from({ length: many }, () =>
    crash(random.number() * metres, random.number() * metres, {
      killed: random.chance(0.05) ? 1 : 0,
      injured: random.chance(0.3) ? 2 : 0,
    }),
  );
}

/** So many within some 40 metres of a place. */
const around = (east: number, north: number, many: number, changes?: Partial<Crash>) =>
  Array.from({ length: many }, (_, i) =>
    crash(east + 40 * Math.cos(i * 2.4), north + 40 * Math.sin(i * 2.4) + i / 10, changes),
  );

describe('spots', () => {
  test('planted ones are found with their members, and nothing else, in any order', () => {
    const planted = [
      ...around(0, 0, 6, { location: 'Kawo  roundabout', injured: 1 }),
      ...around(4_000, 0, 5, { location: 'Television', killed: 2 }),
      crash(2_000, 2_000),
      crash(2_100, 2_000),
      crash(2_000, 2_100),
    ];
    const found = spotsOf(planted, asked);
    expect(found).toMatchObject({ clustered: 14, isTested: false });
    expect(found.spots).toMatchObject([
      { name: 'Television', collisions: 5, fatal: 5, killed: 10, listed: 5, weighted: 60 },
      { name: 'Kawo roundabout', collisions: 6, injury: 6, injured: 6, listed: 6, weighted: 18 },
    ]);
    expect(found.spots.map(({ moreThanByChance, halves }) => [moreThanByChance, halves])).toEqual([
      [null, null],
      [null, null],
    ]);
    fc.assert(
      fc.property(fc.shuffledSubarray(planted, { minLength: planted.length }), (shuffled) => {
        expect(spotsOf(shuffled, asked)).toEqual(found);
      }),
      draws(20),
    );
  });

  test('a chain belongs together as far as each link has enough around it', () => {
    const chain = Array.from({ length: 12 }, (_, i) => crash(i * 70, i / 10));
    expect(spotsOf(chain, asked).spots).toMatchObject([{ collisions: 12 }]);
    expect(spotsOf(chain, { ...asked, metres: 100 }).spots).toEqual([]);
  });

  test('what has no position, no accuracy or was entered at a desk is left out, and counted', () => {
    const desk = Array.from({ length: 9 }, () => crash(900, 900));
    const poor = around(5, 5, 3, {}).map((one) => ({
      ...one,
      position: one.position && { ...one.position, accuracy: 76 },
    }));
    const found = spotsOf(
      [...around(0, 0, 4), ...poor, ...desk, crash(0, 0, { position: null })],
      asked,
    );
    expect(found).toMatchObject({ withoutPosition: 1, atDesk: 9, inaccurate: 3, clustered: 4 });
    expect(found.spots).toMatchObject([{ collisions: 4, listed: 7 }]);
  });

  test('severity is what the counts say: fatal, injury, or damage alone', () => {
    expect(severityOf({ killed: 1, injured: 9 })).toBe('fatal');
    expect(severityOf({ killed: 0, injured: 1 })).toBe('injury');
    expect(severityOf({ killed: 0, injured: 0 })).toBe('damage');
  });

  test('a spot has a trend only from ten collisions on', () => {
    const late = { at: Date.parse('2026-06-01T12:00:00Z') };
    const [spot] = spotsOf([...around(0, 0, 9), ...around(5, 5, 7, late)], asked).spots;
    expect(spot).toMatchObject({ collisions: 16, halves: [9, 7] });
    const [few] = spotsOf(around(0, 0, 9), asked).spots;
    expect(few).toMatchObject({ collisions: 9, halves: null });
  });

  test('one double death doesn’t top a place with twelve injuries', () => {
    const spots = [
      { name: 'twelve', fatal: 0, injury: 12, damage: 0, weighted: 36 },
      { name: 'one', fatal: 1, injury: 2, damage: 20, weighted: 38 },
      ...[1, 2, 3, 4].map((n) => ({
        name: `${n}`,
        fatal: n % 2,
        injury: n,
        damage: 4,
        weighted: 4 + 3 * n,
      })),
    ].map((spot) => ({ ...spot, zone: 'Zaria' }));
    const top = (of: 'weighted' | 'shrunk') => shrunk(spots).sort((a, b) => b[of] - a[of])[0]?.name;
    expect([top('weighted'), top('shrunk')]).toEqual(['one', 'twelve']);
  });

  test('the spots of a zone that has five take its own mean, those of others the mean of all', () => {
    const spot = (zone: string, damage: number) => ({ zone, fatal: 0, injury: 0, damage });
    const busy = [4, 4, 4, 4, 4].map((damage) => spot('Zaria', damage));
    const values = shrunk([...busy, spot('Chikun', 10)]).map((one) => one.shrunk);
    expect(values.slice(0, 5)).toEqual([4, 4, 4, 4, 4]);
    expect(values[5]).toBeLessThan(10);
  });
});

describe('chance', () => {
  test('of what is strewn evenly, hardly a spot is more than chance', () => {
    const { numRuns } = draws(24);
    const all = Array.from({ length: numRuns }, (_, seed) =>
      spotsOf(strewn(`even ${process.env['HISTORIES_SEED'] ?? ''} ${seed}`, 700, 9_000), asked),
    );
    const found = all.reduce((sum, one) => sum + one.spots.length, 0);
    const wrong = all.filter(({ spots }) => spots.some((spot) => spot.moreThanByChance)).length;
    process.stdout.write(
      `${found} spots in ${numRuns} even maps, ${wrong} maps with one in error\n`,
    );
    expect(found).toBeGreaterThan(0);
    // Five in a hundred are expected at most; twice that and two are never seen.
    expect(wrong).toBeLessThanOrEqual(2 + numRuns / 10);
  });

  test('a spot with far more than its surroundings is more than chance', () => {
    const found = spotsOf(
      [...strewn('around', 300, 9_000), ...around(4_000, 4_000, 12, { killed: 1 })],
      asked,
    );
    expect(found.spots[0]).toMatchObject({ moreThanByChance: true });
    const few = spotsOf(around(0, 0, leastForChance - 1), asked);
    expect(few).toMatchObject({ isTested: false, spots: [{ moreThanByChance: null }] });
  });

  test('without a value, or the same everywhere, no cell is beyond chance', () => {
    expect(cellsBeyondChance([])([0, 0])).toBe(false);
    const even = [0, 1, 2, 3].map((i) => ({ point: [i * 5_000, 0] as const, value: 1 }));
    expect(even.some(({ point }) => cellsBeyondChance(even)(point))).toBe(false);
  });

  test('Benjamini and Hochberg: the largest that its rank allows, and all below it', () => {
    // Their own example, of fifteen: four are discoveries at 5 in 100.
    const chances = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
      0.6528, 0.759, 1,
    ];
    expect(discoveries(chances, 0.05).filter(Boolean)).toHaveLength(4);
    expect(discoveries([0.04, 0.03], 0.05)).toEqual([true, true]);
    expect(discoveries([0.04, 0.9], 0.05)).toEqual([false, false]);
    expect(discoveries([], 0.05)).toEqual([]);
  });
});

describe('harm', () => {
  const harm = (cause: string, killed: number, injured: number, serious = 0) =>
    crash(0, 0, { cause, killed, injured, serious });
  const crashes = [harm('', 1, 0), harm('fatigue', 0, 2, 5), harm('fatigue', 0, 3, 1)];
  const costs = { perHead: 1_234_567, lives: 70, serious: 0.25, year: 2024, source: 'It' };

  test('is counted by cause, the most frequent first', () => {
    expect(harmOf(crashes, null)).toEqual({
      causes: [
        { cause: 'fatigue', collisions: 2, killed: 0, injured: 5 },
        { cause: '', collisions: 1, killed: 1, injured: 0 },
      ],
      cost: null,
    });
  });

  test('costs between the graded and all injured, to two digits, and no more than the counts say', () => {
    // 86,419,690 a life: 1 + 3 / 4, and 1 + 5 / 4.
    expect(harmOf(crashes, costs).cost).toMatchObject({
      graded: 3,
      least: 150_000_000,
      most: 190_000_000,
      source: 'It',
    });
  });
});

describe('the week', () => {
  const on = (moment: string, harm: Partial<Crash> = {}) =>
    crash(0, 0, { at: Date.parse(moment), ...harm });

  test('hours and weekdays are those of Lagos, in bands of four for fewer than a hundred', () => {
    // Sunday evening in UTC is Monday in Lagos.
    const week = weekOf([
      on('2026-11-22T23:30:00Z', { killed: 2 }),
      on('2026-11-23T01:00:00Z', { injured: 3 }),
      on('2026-11-27T22:59:59Z'),
    ]);
    expect(week.band).toBe(4);
    expect(week.rows.map(({ hour }) => hour)).toEqual([0, 4, 8, 12, 16, 20]);
    expect(week.rows[0]).toMatchObject({ killed: 2, injured: 3 });
    expect(week.rows[0]?.days[0]).toEqual({ count: 2, level: 3 });
    expect(week.rows[5]?.days[4]).toEqual({ count: 1, level: 1 });
  });

  test('from a hundred on each hour has its count, and quarters of the counts their levels', () => {
    const all = [1, 2, 3, 94].flatMap((many, hour) =>
      Array.from({ length: many }, () => on(`2026-11-24T0${hour}:10:00Z`)),
    );
    const week = weekOf(all);
    expect([week.band, week.rows]).toEqual([1, expect.objectContaining({ length: 24 })]);
    expect(week.rows.slice(0, 6).map(({ days }) => days[1]?.level)).toEqual([0, 1, 2, 3, 4, 0]);
    expect(week.rows.flatMap(({ days }) => days).reduce((sum, day) => sum + day.count, 0)).toBe(
      100,
    );
  });
});
