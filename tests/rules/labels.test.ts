import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LabelBox, withoutOverlap } from '#contract/labels.ts';
import { draws } from '#tests/support/draws.ts';

const at = (x: number, y: number): LabelBox => ({ x, y, width: 40, height: 10 });

test('a label that lies on another moves by a line or two, and is left out without room', () => {
  expect(withoutOverlap([at(0, 0), at(5, 2)])).toEqual([at(0, 0), at(5, 12)]);
  expect(withoutOverlap([at(0, 0), at(40, 0)])).toEqual([at(0, 0), at(40, 0)]);
  const marker = { x: 0, y: 0, width: 44, height: 44 };
  expect(withoutOverlap([at(0, 12)], [marker])).toEqual([at(0, 32)]);
  expect(withoutOverlap([at(0, 0)], [marker])).toEqual([]);
});

test('no two labels overlap, and the first stays where it is', () => {
  const place = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 40 }), (places) => {
      const labels = places.map(([x, y]) => at(x, y));
      const placed = withoutOverlap(labels);
      expect(placed[0]).toEqual(labels[0]);
      for (const [index, one] of placed.entries())
        for (const other of placed.slice(index + 1))
          expect(Math.abs(one.x - other.x) >= 40 || Math.abs(one.y - other.y) >= 10).toBe(true);
    }),
    draws(),
  );
});
