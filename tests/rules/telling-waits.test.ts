import { expect, test, vi } from 'vitest';
import { tellingWaits } from '#server/process/telling-waits.ts';

test('a start that waits says what for, again and again, and answers when it is done', async () => {
  vi.useFakeTimers();
  try {
    const said: string[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const waited = tellingWaits(
      'starting the database',
      () => promise,
      (line) => said.push(line),
    );
    await vi.advanceTimersByTimeAsync(25_000);
    expect(said).toEqual([
      'Still starting the database, after 10 s.',
      'Still starting the database, after 20 s.',
    ]);
    resolve('there');
    expect(await waited).toBe('there');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a start that fails while it waits fails at once', async () => {
  const failing = tellingWaits('starting the database', () =>
    Promise.reject(new Error('It ended.')),
  );
  await expect(failing).rejects.toThrow('It ended.');
});
