import { expect, test } from 'vitest';
import { DatabaseAway } from '#server/db/availability.ts';
import { pauseAfter, repeat } from '#server/process/repeat.ts';

const times = { intervalMs: 200, idleMs: 1_000 };

test('work that comes seldom is looked for more and more seldom, until there is some again', () => {
  const found = ['nothing', 'nothing', 'nothing', 'nothing', 'something', 'nothing'] as const;
  const pauses = found.reduce<number[]>(
    (past, done) => [...past, pauseAfter(done, past.at(-1) ?? 0, times)],
    [200],
  );
  expect(pauses).toEqual([200, 400, 800, 1_000, 1_000, 200, 400]);
});

test('work that fails is tried again after longer and longer pauses', () => {
  const pauses = Array.from({ length: 6 }).reduce<number[]>(
    (past) => [...past, pauseAfter('failed', past.at(-1) ?? 0, times)],
    [200],
  );
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

test('of failures in a row the first is logged, and once that it works again', async () => {
  const steps = [new Error('full'), new Error('full'), new DatabaseAway(), undefined, undefined];
  const lines: string[] = [];
  const over = Promise.withResolvers<undefined>();
  const work = repeat({
    intervalMs: 1,
    idleMs: 1,
    step: () => {
      const failure = steps.shift();
      if (steps.length === 0) over.resolve(undefined);
      return failure ? Promise.reject(failure) : Promise.resolve(0);
    },
    log: {
      error: (error: unknown) => void lines.push(String(error)),
      warn: (_details: unknown, line?: string) => void lines.push(line ?? ''),
    },
  });
  await work.start();
  await over.promise;
  await work.stop();
  expect(lines).toEqual(['Error: full', 'work goes on after a failure']);
});
