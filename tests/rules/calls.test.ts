import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#contract/roles.ts';
import type { Actor } from '#server/http/caller.ts';
import { notFound } from '#server/http/refusal.ts';
import { it, serving, simple } from './served.ts';

describe('a call', () => {
  test('of nobody is a 401, of a role that may not a 403, of one that may is answered', async () => {
    const { call, heard } = simple();
    expect(await call(undefined)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(heard.notes).toEqual([]);
    expect(await call('guest')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', error: 'A guest cannot do this. Ask a state admin.' },
    });
    expect(heard.notes).toEqual([
      { kind: 'not allowed', account: 'guest', email: undefined, about: 'GET /it/:id' },
    ]);
    expect(await call('officer')).toMatchObject({ status: 200, body: { data: 'done' } });
    expect(heard.notes).toHaveLength(1);
    const settles = simple({ permission: 'settle exceptions' });
    expect((await settles.call('officer')).body).toMatchObject({
      error: 'The role booking officer cannot do this. Ask a state admin.',
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
    const cursors: unknown[] = [];
    const stream = serving((serve) => {
      serve.stream(endpoint({ ...it, stream: true }), (_call, { lastEventId }) => {
        cursors.push(lastEventId);
        return Promise.resolve(Readable.from(['data: x']));
      });
    });
    const opened = await stream.call('officer', { headers: { 'last-event-id': '7' } });
    expect(stream.heard.asUse).toEqual([false]);
    expect(stream.heard.routes).toMatchObject([{ compress: false, exposeHeadRoute: false }]);
    expect(cursors).toEqual(['7']);
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
        error: 'Your role requires a second factor. Set one up before you continue.',
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

test('251b, 252b, 253c: an address that declares no query passes any over, and one that names nothing is refused', async () => {
  const { call } = simple({ params: z.object({ id: z.string().max(3, 'Too long.') }) });
  expect(await call('officer', { url: '/it/1?page=3&__proto__=x' })).toMatchObject({ status: 200 });
  expect(await call('officer', { url: '/it/1234' })).toMatchObject({
    status: 400,
    body: { fields: { id: 'Too long.' } },
  });
});

test('what is wrong with a form’s files is said before what is wrong with its fields', async () => {
  const files = [{ name: 'img', kind: 'picture', many: true }] as const;
  const body = z.object({ name: z.string() });
  const { call } = simple({ method: 'POST', files, body });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await call('officer', { method: 'POST', payload: 'x', headers })).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  });
  expect(await call('officer', { method: 'POST', payload: {} })).toMatchObject({
    status: 415,
    body: { error: 'Send the request as multipart/form-data.' },
  });
});
