import { Readable } from 'node:stream';
import rateLimit from '@fastify/rate-limit';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#contract/roles.ts';
import { currentRead } from '#server/db/one-read.ts';
import type { Actor } from '#server/http/caller.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { refusalNotes } from '#server/http/security-events.ts';
import { createServe } from '#server/http/serve.ts';
import { done, it, officer, serving, simple } from './served.ts';

describe('a call', () => {
  test('of nobody is a 401, of a role that may not a 403, of one that may is answered', async () => {
    const { call, heard } = simple();
    expect(await call(undefined)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(heard.notes).toEqual([]);
    expect(await call('guest')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', error: 'A guest may not do this. Ask a state admin.' },
    });
    expect(heard.notes).toEqual([
      { kind: 'not allowed', account: 'guest', email: undefined, about: 'GET /it/:id' },
    ]);
    expect(await call('officer')).toMatchObject({ status: 200, body: { data: 'done' } });
    expect(heard.notes).toHaveLength(1);
    const settles = simple({ permission: 'settle exceptions' });
    expect((await settles.call('officer')).body).toMatchObject({
      error: 'The role booking officer may not do this. Ask a state admin.',
    });
  });

  test('with a forged token is noted', async () => {
    const { call, heard } = simple();
    expect(await call('forged')).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    expect(heard.notes).toMatchObject([{ kind: 'forged token', account: null }]);
  });

  test('that is public asks nobody who they are', async () => {
    const { call, heard } = simple({ permission: 'public' });
    expect((await call(undefined)).status).toBe(200);
    expect(heard.asUse).toEqual([]);
  });

  test('counts as use, unless a page makes it by itself or it opens a stream', async () => {
    const { call, heard } = simple();
    await call('officer');
    await call('officer', { headers: { 'x-hanya-unattended': 'yes' } });
    expect(heard.asUse).toEqual([true, false]);
    const stream = serving((serve) => {
      serve.stream(endpoint({ ...it, stream: true }), () =>
        Promise.resolve(Readable.from(['data: x'])),
      );
    });
    const opened = await stream.call('officer', { headers: { 'last-event-id': '7' } });
    expect(stream.heard.asUse).toEqual([false]);
    expect(opened).toMatchObject({ status: 200, body: 'data: x' });
    expect(opened.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  test('needs a second factor where the role must have one, but for setting one up', async () => {
    const { call, heard } = simple();
    expect(await call('factorless')).toMatchObject({
      status: 403,
      body: {
        code: 'factor_needed',
        error: 'Your role must have a second factor. Set one up before you go on.',
      },
    });
    expect(heard.notes).toEqual([]);
    expect((await simple({ withoutFactor: true }).call('factorless')).status).toBe(200);
  });

  test('over money needs a proof, after the right to it', async () => {
    const proved = simple({ proof: 'lately' });
    expect(await proved.call('officer')).toMatchObject({
      status: 403,
      body: { code: 'proof_needed' },
    });
    expect((await proved.call('admin')).status).toBe(200);
    expect((await proved.call('guest')).body).toMatchObject({ code: 'forbidden' });
    expect(proved.heard.proofs).toBe(2);
    expect(proved.heard.notes).toMatchObject([{ account: 'guest' }]);
    const { call, heard } = simple();
    await call('officer');
    expect(heard.proofs).toBe(0);
  });

  test('of JSON is refused as a form, before anything is read of it, but after who is asked', async () => {
    const body = z.object({ name: z.string() });
    const posted = {
      method: 'POST' as const,
      payload: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    };
    const { call } = simple({ method: 'POST', body });
    const wrongType = {
      status: 415,
      body: { code: 'wrong_type', error: 'Send the request as application/json.' },
    };
    expect(await call('officer', posted)).toMatchObject(wrongType);
    expect((await call('guest', posted)).status).toBe(403);
    const open = simple({ method: 'POST', body, permission: 'public' });
    expect(await open.call(undefined, posted)).toMatchObject(wrongType);
    const plain = { ...posted, headers: { 'content-type': 'text/plain' } };
    expect((await call('officer', plain)).status).toBe(415);
  });

  test('without a permission that there is cannot be mounted', () => {
    expect(() => simple({ permission: 'fly' as Permission })).toThrow(
      'GET /it/:id declares no known permission.',
    );
  });
});

test('a call is read in order: 404 for its record, then 400 for filters and body', async () => {
  const actors: Actor[] = [];
  const { call, heard } = serving((serve) => {
    serve.record(
      endpoint({
        ...it,
        method: 'PUT',
        audit: 'booking.cleared',
        query: z.object({ page: z.coerce.number('Which page?') }),
        body: z.object({ name: z.string('Who?') }),
      }),
      ({ id }, caller) =>
        Promise.resolve(id === '1' ? `${id} of ${caller.userId}` : notFound('thing')),
      ({ record, query, body, actor, created }) => {
        actors.push(actor);
        if (body.name === 'new') created();
        return Promise.resolve({
          success: true as const,
          data: `${record} ${query.page} ${body.name}`,
        });
      },
    );
  });
  const put = (url: string, payload: object, who = 'officer') =>
    call(who, { method: 'PUT', url, payload, headers: { 'user-agent': 'a phone' } });
  expect(await put('/it/2?page=x', {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(heard.notes).toEqual([
    { kind: 'not found', account: 'officer', email: undefined, about: 'PUT /it/:id' },
  ]);
  expect(await put('/it/1?page=x', {})).toMatchObject({
    status: 400,
    body: { fields: { page: 'Which page?' } },
  });
  expect(await put('/it/1?page=3', {})).toMatchObject({
    status: 400,
    body: { fields: { name: 'Who?' } },
  });
  expect(await put('/it/1?page=3', { name: 'x' })).toMatchObject({
    status: 200,
    body: { data: '1 of officer 3 x' },
  });
  expect((await put('/it/1?page=3', { name: 'new' })).status).toBe(201);
  expect(actors[0]).toEqual({
    id: 'officer',
    role: 'booking officer',
    address: '127.0.0.1',
    agent: 'a phone',
  });
  expect(heard.notes).toHaveLength(1);
});

test('an address without filters takes none', async () => {
  const { call } = simple();
  expect(await call('officer', { url: '/it/1?page=3' })).toMatchObject({
    status: 400,
    body: { error: 'This address takes no filters.' },
  });
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
    position = () => Promise.resolve('0/7'),
  ) =>
    serving((serve) => {
      serve(endpoint({ ...it, ...changes }) as Endpoint, handle as never);
    }, position);
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
    () => ({ read: () => Promise.reject(new Error()), clear: () => Promise.resolve() }),
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
