import { get } from 'node:http';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { wake } from '#contract/auth.ts';
import { listViews } from '#contract/views.ts';
import { newRequestId, requestIdHeader, requestIds } from '#server/http/request-id.ts';
import { inCall, openLog } from '#server/process/log.ts';
import { createClient } from '#tests/support/client.ts';
import { test as base } from '#tests/support/scene.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const test = base.extend('env', { DEMO: 'off', TRUSTED_PROXIES: '127.0.0.0/8' });

const ours = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** The id that an answer says, for a call that comes with this one; `fetch` can't send some. */
function idFor({ url }: TestApp, given?: string, path: string = wake.path): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const headers = given === undefined ? {} : { [requestIdHeader]: given };
  get(url + path, { headers }, (answer) => {
    answer.resume();
    resolve(answer.headers[requestIdHeader]);
  });
  return promise;
}

test('each call has an id of its own, and one from a trusted proxy stays', async ({ app }) => {
  expect(await idFor(app)).toMatch(ours);
  expect(await idFor(app)).not.toBe(await idFor(app));
  expect(await idFor(app, 'from-the-proxy.42')).toBe('from-the-proxy.42');
  // An address that the router can't read, and one that doesn't exist.
  expect(await idFor(app, undefined, '/%')).toMatch(ours);
  expect(await idFor(app, undefined, '/api/v1/nothing')).toMatch(ours);
});

test.for(['short', 'x'.repeat(65), 'two words here', 'quote"and}brace', 'löschen-bitte'])(
  'an id that could be mistaken in a log is not taken: %s',
  async (given, { app }) => {
    expect(await idFor(app, Buffer.from(given).toString('latin1'))).toMatch(ours);
  },
);

test('an id from anybody but a trusted proxy is not taken', () => {
  const idOf = requestIds(['10.0.0.0/8', '::1']);
  const from = (remoteAddress: string) =>
    idOf({
      headers: { [requestIdHeader]: 'given-by-caller' },
      socket: { remoteAddress } as never,
    });
  expect(from('203.0.113.9')).toMatch(ours);
  expect(from('10.1.2.3')).toBe('given-by-caller');
  expect(from('::ffff:10.1.2.3')).toBe('given-by-caller');
  expect(from('::1')).toBe('given-by-caller');
  expect(from('2001:db8::1')).toMatch(ours);
  expect(newRequestId()).toMatch(ours);
});

test('a failure of the server says the id of its call, a refusal need not', async ({
  app,
  hire,
}) => {
  const operator = await hire('operator');
  await sql`alter table saved_views rename to saved_views_gone`.execute(app.owner);
  try {
    const failed = await fetch(app.url + listViews.path, {
      headers: { authorization: `Bearer ${operator.token}` },
    });
    expect(failed.status).toBe(500);
    expect(failed.headers.get(requestIdHeader)).toMatch(ours);
    expect(await failed.json()).toMatchObject({
      code: 'unexpected',
      requestId: failed.headers.get(requestIdHeader),
    });
  } finally {
    await sql`alter table saved_views_gone rename to saved_views`.execute(app.owner);
  }
  const refused = await createClient(app.url).call(listViews);
  expect(refused).toMatchObject({ status: 401 });
  expect(refused.body).not.toHaveProperty('requestId');
});

test('lines of a log have one shape, and those of a call its id', () => {
  const lines: Record<string, unknown>[] = [];
  const log = openLog({ write: (line) => void lines.push(JSON.parse(line) as never) });
  log.warn('outside');
  inCall('K7QM-2XWD', () => {
    log.warn({ alarm: 'sealing' }, 'inside');
    log.child({ request: 'K7QM-2XWD' }).error(new Error('broken'));
  });
  const shape = { level: 'warn', process: 'first', pid: process.pid };
  expect(lines).toMatchObject([
    { ...shape, what: 'outside' },
    { ...shape, what: 'inside', alarm: 'sealing', request: 'K7QM-2XWD' },
    { ...shape, level: 'error', what: 'broken', request: 'K7QM-2XWD', err: { type: 'Error' } },
  ]);
  expect(lines[0]).not.toHaveProperty('request');
  for (const { time } of lines) expect(String(time)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});
