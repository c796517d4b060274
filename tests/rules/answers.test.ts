import { once } from 'node:events';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController } from 'fastify';
import { expect, test } from 'vitest';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { cursorHeader } from '#contract/live-cursor.ts';
import type { Permission } from '#contract/roles.ts';
import { currentRead } from '#server/db/reading/one-read.ts';
import type { Actor } from '#server/http/caller.ts';
import { answerErrors } from '#server/http/errors.ts';
import { JsonText } from '#server/http/json-text.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { refusalNotes } from '#server/http/security-events.ts';
import { createServe } from '#server/http/serve.ts';
import type { Told } from '#server/http/told.ts';
import { untilHolds } from '#tests/support/until-holds.ts';
import { done, it, officer, serving } from './served.ts';

test('what the database wrote as JSON is sent as it is', async () => {
  const { call } = serving((serve) => {
    serve(endpoint(it), () => Promise.resolve(new JsonText('{ "success":true, "data":"x" }')));
  });
  const sent = await call('officer');
  expect(sent.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(sent.body).toEqual({ success: true, data: 'x' });
});

test('a read ends when its caller goes away, and not when it is answered', async () => {
  const signals: AbortSignal[] = [];
  const held = Promise.withResolvers<undefined>();
  const { server } = serving((serve) => {
    serve(endpoint({ ...it, path: '/:id' }), async ({ params }) => {
      signals.push(currentRead()?.signal ?? AbortSignal.abort());
      if (params.id === 'slow') await held.promise;
      return done();
    });
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: 'officer', connection: 'close' };
  await (await fetch(`${url}/quick`, { headers })).text();
  const leaving = new AbortController();
  const asked = fetch(`${url}/slow`, { headers, signal: leaving.signal });
  await untilHolds(() => expect(signals).toHaveLength(2));
  expect(signals[1]?.aborted).toBe(false);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await untilHolds(() => expect(signals[1]?.aborted).toBe(true));
  expect(signals[0]?.aborted).toBe(false);
  held.resolve(undefined);
  await server.close();
});

test('a read that nobody waits for any more is no fault, also one made within another', async () => {
  const said: string[] = [];
  const server = Fastify({
    logger: { stream: { write: (line) => void said.push(line) }, level: 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
  });
  answerErrors(server);
  const begun = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<number>();
  server.addHook('onSend', (_request, reply) => {
    answered.resolve(reply.statusCode);
    return Promise.resolve();
  });
  const leaving = new AbortController();
  server.get('/within', async (_request, { raw }) => {
    begun.resolve(undefined);
    await once(raw, 'close');
    throw new Error('Its query was cancelled.');
  });
  const asked = server.inject({ url: '/within', signal: leaving.signal });
  const left = expect(asked).rejects.toThrow();
  await begun.promise;
  leaving.abort();
  await left;
  expect(await answered.promise).toBe(499);
  expect(said).toEqual([]);
});

test('a guest acts for nobody, and whoever isn’t signed in too', async () => {
  const actors: Actor[] = [];
  const asking = (permission: Permission) =>
    serving((serve) => {
      serve(endpoint({ ...it, permission }) as Endpoint, ({ actor }) => {
        actors.push(actor);
        return done();
      });
    });
  await asking('see the dashboard').call('guest');
  await asking('public').call(undefined, { headers: { 'user-agent': '' } });
  expect(actors).toMatchObject([
    { id: null, role: 'guest' },
    { id: null, role: 'nobody' },
  ]);
});

test('a change tells how far the log is, whatever became of it, and a read does not', async () => {
  const mounted = (
    changes: Partial<Endpoint>,
    handle = done,
    positionNow = () => Promise.resolve('0/7'),
  ) =>
    serving(
      (serve) => {
        serve(endpoint({ ...it, ...changes }) as Endpoint, handle as never);
      },
      { positionNow },
    );
  const header = 'x-hanya-position';
  const put = { method: 'PUT' as const, payload: {} };
  const refused = () => Promise.resolve(new Refusal(409, 'quicker', 'Somebody was quicker.'));
  expect((await mounted({ method: 'PUT' }).call('officer', put)).headers[header]).toBe('0/7');
  expect(
    (await mounted({ method: 'PUT' }, refused as never).call('officer', put)).headers[header],
  ).toBe('0/7');
  expect((await mounted({}).call('officer')).headers[header]).toBeUndefined();
  expect((await mounted({ audit: 'paper.printed' }).call('officer')).headers[header]).toBe('0/7');
  const unknown = mounted({ method: 'PUT' }, done, () => Promise.reject(new Error('unknown')));
  expect(await unknown.call('officer', put)).toMatchObject({ status: 200 });
});

test('a read is one read that sees what its caller was told of; a change and a stream are none', async () => {
  const reads: unknown[] = [];
  const handle = () => {
    reads.push(currentRead()?.mustSee);
    reads.push(currentRead() === undefined ? 'none' : 'one');
    return done();
  };
  const mounted = (changes: Partial<Endpoint>) =>
    serving((serve) => {
      serve(endpoint({ ...it, ...changes }) as Endpoint, handle);
    });
  await mounted({}).call('officer', { headers: { 'x-hanya-position': '0/10' } });
  await mounted({}).call('officer');
  await mounted({ method: 'PUT' }).call('officer', { method: 'PUT', payload: {} });
  expect(reads).toEqual([16n, 'one', undefined, 'one', undefined, 'none']);
});

test('a read tells where a live stream goes on after it, if its caller has none, and sees all before', async () => {
  const seen: unknown[] = [];
  const mounted = (changes: Partial<Endpoint>, cursorNow: Told['cursorNow']) =>
    serving(
      (serve) => {
        serve(endpoint({ ...it, ...changes }) as Endpoint, () => {
          seen.push(currentRead()?.mustSee);
          return done();
        });
      },
      { ...(cursorNow && { cursorNow }) },
    );
  const now = () => Promise.resolve({ id: 'e-7-0', position: '0/20' });
  const wanted = { [cursorHeader]: 'wanted' };
  const told = async (headers: Record<string, string>, cursorNow: Told['cursorNow'] = now) => {
    const answer = await mounted({}, cursorNow).call('officer', { headers });
    expect(answer.status).toBe(200);
    return answer.headers[cursorHeader];
  };
  expect(await told(wanted)).toBe('e-7-0');
  expect(await told({ ...wanted, 'x-hanya-position': '0/30' })).toBe('e-7-0');
  expect(await told({})).toBeUndefined();
  expect(await told(wanted, () => Promise.reject(new Error('away')))).toBeUndefined();
  expect(seen).toEqual([32n, 48n, undefined, undefined]);
  const put = { method: 'PUT' as const, payload: {}, headers: wanted };
  const change = await mounted({ method: 'PUT' }, now).call('officer', put);
  expect(change.headers[cursorHeader]).toBeUndefined();
});

test('a download is saved, and found by no HEAD', async () => {
  const paper = endpoint({ ...it, download: ['text/csv'] });
  const { call } = serving((serve) => {
    serve.download(
      paper,
      () =>
        Promise.resolve({
          type: 'text/csv' as const,
          name: 'a list.csv',
          content: Buffer.from('x'),
        }),
      { perMinute: 60 },
    );
  });
  const saved = await call('officer');
  expect(saved).toMatchObject({ status: 200, body: 'x' });
  expect(saved.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="a-list.csv"',
    'cache-control': 'no-store',
  });
  expect((await call('officer', { method: 'HEAD' })).status).toBe(404);
  const refused = serving((serve) => {
    serve.downloadRecord(
      paper,
      ({ id }) => Promise.resolve(id === '1' ? id : notFound('paper')),
      () => Promise.resolve(new Refusal(409, 'no_paper', 'There is none.')),
      { perMinute: 60 },
    );
  });
  expect(await refused.call('officer')).toMatchObject({ status: 409 });
  expect((await refused.call('officer', { url: '/it/2' })).status).toBe(404);
});

test('exact bytes stay as they were sent', async () => {
  const seen: unknown[] = [];
  const { call } = serving((serve) => {
    serve.bytes(
      endpoint({ ...it, method: 'POST', permission: 'public', bytes: 10 }),
      (_call, { bytes, headers }) => {
        seen.push(bytes.toString(), headers['x-signature']);
        return done();
      },
      { perMinute: 60 },
    );
  });
  const headers = { 'content-type': 'application/json', 'x-signature': 'S' };
  expect((await call(undefined, { method: 'POST', payload: '{ "a":1}', headers })).status).toBe(
    200,
  );
  expect((await call(undefined, { method: 'POST' })).status).toBe(200);
  expect(seen).toEqual(['{ "a":1}', 'S', '', undefined]);
  expect((await call(undefined, { method: 'POST', payload: 'x'.repeat(11), headers })).status).toBe(
    413,
  );
});

test('what goes beyond a limit is noted', async () => {
  const { server, call, heard } = serving(() => undefined);
  await server.register(rateLimit, { global: false });
  const limited = createServe(
    server,
    () => Promise.resolve(officer),
    () => ({
      read: () => Promise.reject(new Error()),
      fields: new Map(),
      readWords: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    }),
    () => Promise.resolve(null),
    refusalNotes({ note: ({ address: _address, ...event }) => heard.notes.push(event) }),
  );
  limited(endpoint({ ...it, path: '/limited' }) as Endpoint, done, { perMinute: 1, of: 'account' });
  await call('officer', { url: '/limited' });
  expect((await call('officer', { url: '/limited' })).status).toBe(429);
  expect(heard.notes).toMatchObject([
    { kind: 'too often', account: 'officer', about: 'GET /limited' },
  ]);
});

test('a read ends when its caller goes away', async () => {
  const signals: AbortSignal[] = [];
  const { server } = serving((serve) => {
    serve(endpoint({ ...it, path: '/plate/:id' }), async () => {
      const signal = currentRead()?.signal ?? AbortSignal.abort();
      signals.push(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return done();
    });
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const asked = fetch(`${url}/plate/1`, {
    headers: { authorization: 'officer' },
    signal: leaving.signal,
  });
  await untilHolds(() => expect(signals).toHaveLength(1));
  expect(signals[0]?.aborted).toBe(false);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await untilHolds(() => expect(signals[0]?.aborted).toBe(true));
  await server.close();
});
