import { describe, expect, test } from 'vitest';
import { metresPerDegree } from '#server/degrees.ts';
import { createRandom } from '#server/demo/random.ts';
import { likenessOf, type Scene } from '#server/features/collisions/doubles/rules.ts';
import { draws } from '#tests/support/draws.ts';

const allowed = { hours: 12, metres: 90 };
const noon = Date.parse('2026-06-01T12:00:00Z');
const hour = 3_600_000;

const at = (hours: number, metresNorth = 0, changes: Partial<Scene> = {}): Scene => ({
  lat: 10.5 + metresNorth / metresPerDegree,
  lng: 7.4,
  at: noon + hours * hour,
  ...changes,
});
const alike = (one: Scene, shares: 'plate' | 'phone' | null = null) =>
  likenessOf(at(0), one, shares, allowed);

describe('the likeness of two collisions', () => {
  test('is what remains of time and distance, and more with equal counts', () => {
    expect(alike(at(3, 45))).toEqual({ likeness: 0.63, metres: 45, minutes: 180 });
    const counts = [2, 1, 0];
    const both = [at(0, 0, { counts }), at(3, 45, { counts })] as const;
    expect(likenessOf(...both, null, allowed)?.likeness).toBe(0.73);
  });

  test('ends with either allowance, below a half, and without a measured distance', () => {
    expect(alike(at(12.1, 1))).toBeNull();
    expect(alike(at(0.1, 91))).toBeNull();
    expect(alike(at(7, 60))).toBeNull();
    expect(alike(at(0.1, 0))).toBeNull();
    expect(alike(at(0.1, 9, { lat: null, lng: null }))).toBeNull();
  });

  test('is near certain with a shared plate or phone, wherever, within a day', () => {
    const elsewhere = at(23, 9_000);
    expect(alike(elsewhere, 'plate')).toEqual({ likeness: 0.9, metres: 9_000, minutes: 1_380 });
    expect(alike(at(1, 0, { lat: null, lng: null }), 'phone')?.metres).toBeNull();
    expect(alike(at(24.1, 0), 'plate')).toBeNull();
  });
});

test('planted doubles are found, and hardly any by chance in a busy city’s year', () => {
  const { numRuns } = draws(12);
  let [planted, found, wrong] = [0, 0, 0];
  for (let run = 0; run < numRuns; run += 1) {
    const random = createRandom(`doubles ${process.env['HISTORIES_SEED'] ?? ''} ${run}`);
    // 1,500 in a year on 15 by 15 km, and a second officer's report of every thirtieth.
    const scenes = Array.from({ length: 1_500 }, () =>
      at(random.number() * 8_760, random.number() * 15_000, {
        lng: 7.4 + (random.number() * 15_000) / metresPerDegree,
      }),
    );
    const measured = () => ((random.number() + random.number() - 1) * 25) / metresPerDegree;
    const second = scenes
      .filter((_, i) => i % 30 === 0)
      .map(({ lat, lng, at: then }) => ({
        lat: (lat ?? 0) + measured(),
        lng: (lng ?? 0) + measured(),
        at: then + (0.1 + random.number() * 2) * hour,
      }));
    planted += second.length;
    found += second.filter((one, i) => {
      const first = scenes[i * 30];
      return first && likenessOf(first, one, null, allowed);
    }).length;
    const inTime = scenes.toSorted((a, b) => a.at - b.at);
    for (const [i, one] of inTime.entries())
      for (let later = i + 1; later < inTime.length; later += 1) {
        const other = inTime[later];
        if (!other || other.at - one.at > allowed.hours * hour) break;
        if (likenessOf(one, other, null, allowed)) wrong += 1;
      }
  }
  process.stdout.write(
    `${found} of ${planted} planted doubles found; ${wrong} by chance in ${numRuns} years of 1,500\n`,
  );
  expect(found / planted).toBeGreaterThan(0.99);
  // Less than one in ten such years is expected.
  expect(wrong).toBeLessThanOrEqual(2 + numRuns / 5);
});
