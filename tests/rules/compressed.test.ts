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
  server.get('/text', (_request, reply) => reply.type('text/plain').send('a'.repeat(600)));
});
afterAll(() => server.close());

const everyBrowser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const sparing = { ...everyBrowser, 'save-data': 'on' };

async function asked(url: string, headers: Record<string, string>) {
  const { headers: said, rawPayload } = await server.inject({ url, headers });
  const encoding = said['content-encoding'];
  const text = (encoding === 'br' ? brotliDecompressSync(rawPayload) : rawPayload).toString();
  return { encoding, bytes: rawPayload.length, text, vary: said.vary };
}

test('answers are compressed by brotli, which needs less here than zstd', async () => {
  const answer = await asked('/list', everyBrowser);
  expect(answer.encoding).toBe('br');
  expect(JSON.parse(answer.text)).toEqual({ data: rows });
});

test('whoever saves data gets the same in fewer bytes', async () => {
  const usual = await asked('/list', everyBrowser);
  const small = await asked('/list', sparing);
  expect(small).toMatchObject({ encoding: 'br', text: usual.text });
  expect(small.vary).toContain('save-data');
  expect(small.bytes).toBeLessThan(usual.bytes);
});

test('what is short, no JSON, or for a client without brotli is left as it is', async () => {
  expect((await asked('/one', sparing)).encoding).toBeUndefined();
  expect((await asked('/text', sparing)).encoding).toBeUndefined();
  const old = await asked('/list', { 'accept-encoding': 'gzip', 'save-data': 'on' });
  expect(old.encoding).not.toBe('br');
});
