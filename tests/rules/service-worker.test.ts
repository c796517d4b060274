import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { serveServiceWorker } from '#server/http/service-worker.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const address = '/service-worker.js';

/** A server with a built worker whose page is of this revision. */
function serverWith(revision: string, env: NodeJS.ProcessEnv = {}) {
  const file = path.join(temporaryFolder(), 'service-worker.js');
  writeFileSync(file, 'const page = "__PAGE_REVISION__";');
  const server = Fastify();
  serveServiceWorker(server, readConfig(env), { file, revision: () => Promise.resolve(revision) });
  return server;
}

test('the worker names its page, so that another page makes a newer worker', async () => {
  const [one, other] = await Promise.all(
    ['first', 'second'].map((revision) => serverWith(revision).inject(address)),
  );
  expect(one?.body).toBe('const page = "first";');
  expect(other?.body).toBe('const page = "second";');
  expect(one?.headers.etag).not.toBe(other?.headers.etag);
});

test('the worker is asked about each time, and sent again only when it changed', async () => {
  const server = serverWith('first');
  const { headers } = await server.inject(address);
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  const again = await server.inject({
    url: address,
    headers: { 'if-none-match': headers.etag },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('switched off, a worker comes that removes what was kept, and itself', async () => {
  const { body } = await serverWith('first', { SERVICE_WORKER: 'off' }).inject(address);
  const done: string[] = [];
  const listeners = new Map<string, (event: { waitUntil: (work: unknown) => void }) => unknown>();
  const self = {
    addEventListener: (name: string, by: () => unknown) => listeners.set(name, by),
    skipWaiting: () => done.push('took over'),
    registration: { unregister: () => done.push('unregistered') },
  };
  const caches = {
    keys: () => Promise.resolve(['one', 'two']),
    delete: (name: string) => done.push(`deleted ${name}`),
  };
  runInNewContext(body, { self, caches });
  let work: unknown;
  for (const name of ['install', 'activate'])
    listeners.get(name)?.({ waitUntil: (begun) => (work = begun) });
  await work;
  expect(done).toEqual(['took over', 'deleted one', 'deleted two', 'unregistered']);
});
