// @module-tag night
import { expect, test } from 'vitest';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { untilHolds } from '#tests/support/until-holds.ts';
import { done, it, serving } from './served.ts';

test('of one account eight reads are made at once, the others wait, and nobody else does', async () => {
  const begun: string[] = [];
  const held = Promise.withResolvers<undefined>();
  const { call } = serving((serve) => {
    serve(endpoint({ ...it, path: '/held/:id' }), async ({ caller }) => {
      begun.push(caller.userId);
      await held.promise;
      return done();
    });
    serve(endpoint({ ...it, permission: 'see the dashboard', path: '/quick/:id' }), done);
    serve(endpoint({ ...it, method: 'PUT', path: '/change/:id' }) as Endpoint, done);
  });
  const asked = Array.from({ length: 20 }, () => call('officer', { url: '/held/1' }));
  await untilHolds(() => expect(begun).toHaveLength(8));
  const waiting = call('officer', { url: '/quick/1' });
  for (const other of ['admin', 'guest'])
    expect((await call(other, { url: '/quick/1' })).status).toBe(200);
  // A change waits for no reads.
  expect((await call('officer', { method: 'PUT', url: '/change/1', payload: {} })).status).toBe(
    200,
  );
  expect(begun).toHaveLength(8);
  held.resolve(undefined);
  const answers = await Promise.all([...asked, waiting]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a read whose caller went away while it waited is not made', async () => {
  const begun: string[] = [];
  const held = Promise.withResolvers<undefined>();
  const { server } = serving((serve) => {
    serve(endpoint({ ...it, path: '/:id' }), async ({ params }) => {
      begun.push(params.id);
      await held.promise;
      return done();
    });
  });
  const seen: string[] = [];
  const gone: string[] = [];
  server.addHook('onRequest', (request) => Promise.resolve(void seen.push(request.url)));
  server.addHook('onRequestAbort', (request) => Promise.resolve(void gone.push(request.url)));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: 'officer', connection: 'close' };
  const first = Array.from({ length: 8 }, () => fetch(`${url}/first`, { headers }));
  await untilHolds(() => expect(begun).toHaveLength(8));
  const leaving = new AbortController();
  const left = fetch(`${url}/left`, { headers, signal: leaving.signal });
  const stays = fetch(`${url}/stays`, { headers });
  await untilHolds(() => expect(seen).toHaveLength(10));
  leaving.abort();
  await expect(left).rejects.toThrow();
  await untilHolds(() => expect(gone).toEqual(['/left']));
  held.resolve(undefined);
  await Promise.all([...first, stays].map(async (asked) => (await asked).text()));
  expect(begun.slice(8)).toEqual(['stays']);
  await server.close();
});
