import type { JobWithMetadata } from 'pg-boss';
import { expect, test } from 'vitest';
import { eachOnItsOwn } from '#server/features/payments/workers.ts';

test('a job that fails for good is logged; one that is tried again is not', async () => {
  const lines: unknown[] = [];
  const log = { error: (details: unknown) => void lines.push(details) };
  const work = eachOnItsOwn<string>(log, (data) =>
    data === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(),
  );
  const job = (id: string, data: string, retryCount: number) =>
    ({ id, name: 'make-bill', data, retryCount, retryLimit: 3 }) as JobWithMetadata<string>;
  const results = await work([job('1', 'bad', 2), job('2', 'good', 3), job('3', 'bad', 3)]);
  expect(results.map(({ status }) => status)).toEqual(['failed', 'completed', 'failed']);
  expect(lines).toMatchObject([{ queue: 'make-bill', job: '3' }]);
});
