import { expect, test } from 'vitest';
import { coveredEdges, isUncovered, paddingAround } from '#web/features/map/panels.ts';

const box = (right: number, [top, bottom]: [number, number]) => ({
  top,
  right,
  bottom,
  left: 12,
});

test('to show all, the markers get the room between the panels', () => {
  const panels = { corner: box(300, [12, 60]), legend: box(300, [340, 390]) };
  const map = { width: 390, height: 400 };
  expect(coveredEdges(map, panels)).toEqual({ top: 60, bottom: 60, left: 0 });
  expect(paddingAround(400, { top: 60, bottom: 60, left: 0 })).toEqual({
    top: 90,
    bottom: 90,
    left: 30,
    right: 88,
  });
  // However much is covered, a fifth is left.
  const { top, bottom } = paddingAround(400, { top: 200, bottom: 180, left: 0 });
  expect(top + bottom).toBeCloseTo(320);
});

test('a notice is kept above them on a high map, and beside them on a low one', () => {
  const corner = box(500, [12, 54]);
  const panels = { corner, notices: box(332, [62, 170]), legend: box(440, [690, 738]) };
  const high = { width: 830, height: 750 };
  expect(coveredEdges(high, panels)).toEqual({ top: 170, bottom: 60, left: 0 });
  const low = { width: 755, height: 338 };
  const legend = box(440, [284, 326]);
  expect(coveredEdges(low, { ...panels, legend })).toEqual({ top: 54, bottom: 54, left: 332 });
  expect(coveredEdges(low, { corner, legend })).toEqual({ top: 54, bottom: 54, left: 0 });
});

test('on a low and wide map they stand beside all panels', () => {
  const panels = { corner: box(505, [12, 54]), legend: box(440, [184, 228]) };
  const map = { width: 1078, height: 240 };
  expect(coveredEdges(map, panels)).toEqual({ top: 58, bottom: 29, left: 505 });
});

test('a marker at the edge or under a panel is not in view', () => {
  const map = { width: 800, height: 600 };
  const legend = { top: 540, right: 440, bottom: 588, left: 12 };
  const seen = (x: number, y: number) => isUncovered({ x, y }, map, { legend });
  expect([seen(400, 300), seen(22, 300), seen(400, 517), seen(463, 560)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([seen(21, 300), seen(790, 300), seen(400, 520), seen(100, 560)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
