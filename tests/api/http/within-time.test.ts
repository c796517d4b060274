import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOneRead, withinTime } from '#server/db/reading/one-read.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const sleeping = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(app.pools.reading);

test('what takes too long is cancelled, and the read goes on', async () => {
  const gone = new AbortController();
  await asOneRead({ signal: gone.signal, mustSee: undefined }, async () => {
    expect(await withinTime(50, () => sleeping(600))).toBeUndefined();
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(app.pools.reading);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

test('what is timed within a longer time ends with the shorter of both', async () => {
  const longer = () => withinTime(500_000, () => sleeping(600));
  expect(await withinTime(50, longer)).toBeUndefined();
});

test('a client that goes away ends the read, also while something is timed', async () => {
  const gone = new AbortController();
  const reading = asOneRead({ signal: gone.signal, mustSee: undefined }, () =>
    withinTime(500_000, () => sleeping(600)),
  );
  setTimeout(() => gone.abort(), 50);
  await expect(reading).rejects.toThrow();
});

test('a fault is no lack of time', async () => {
  await expect(withinTime(500_000, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
});
