import { expect, test } from 'vitest';
import { pauseAfter } from '#server/repeat.ts';

test('work that comes seldom is looked for more and more seldom, until there is some again', () => {
  const pauses = [false, false, false, false, true, false].reduce<number[]>(
    (past, worked) => [
      ...past,
      pauseAfter(worked, past.at(-1) ?? 0, { intervalMs: 200, idleMs: 1_000 }),
    ],
    [200],
  );
  expect(pauses).toEqual([200, 400, 800, 1_000, 1_000, 200, 400]);
});
