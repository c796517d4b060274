import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressAnswers } from '#server/http/compressed.ts';

/** As a page of a list: rows that are alike and yet all different. */
const rows = Array.from({ length: 40 }, (_, row) => ({
  id: `01K${(row * 7_919_333_221).toString(36).toUpperCase()}`,
  plate: `ABC-${row + 100}XA`,
  name: ['Musa Bello', 'Hauwa Lawal', 'Garba Shehu', 'Amina Yusuf'][row % 4],
  address: `No. ${(row * 37) % 113} Kofar Doka Street, Zaria`,
  price: (row % 9) * 2_500,
}));

let server: FastifyInstance;
beforeAll(async () => {
  server = Fastify();
  await compressAnswers(server);
  server.get('/list', () => ({ data: rows }));
  server.get('/one', () => ({ data: rows[0] }));
});
afterAll(() => server.close());

const everyBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

async function asked(url: string, headers: Record<string, string>) {
  const { headers: said, rawPayload } = await server.inject({ url, headers });
  const encoding = said['content-encoding'];
  const text = (encoding === 'br' ? brotliDecompressSync(rawPayload) : rawPayload).toString();
  return { encoding, text };
}

test('answers are compressed by brotli, which needs less here than zstd', async () => {
  const answer = await asked('/list', everyBrowser);
  expect(answer.encoding).toBe('br');
  expect(JSON.parse(answer.text)).toEqual({ data: rows });
});

test('a client without brotli gets gzip, and a short answer is left as it is', async () => {
  expect((await asked('/list', { 'accept-encoding': 'gzip' })).encoding).toBe('gzip');
  expect((await asked('/one', everyBrowser)).encoding).toBeUndefined();
});
