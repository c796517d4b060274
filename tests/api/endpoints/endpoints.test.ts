import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadPath } from '#contract/coming-files.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { proofNeeded } from '#contract/proof.ts';
import { permissions, type Role, roles } from '#contract/roles.ts';
import {
  paystackFor,
  type PaystackServer,
  startPaystack,
} from '#tests/gateways/paystack-server.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { asGuest, type Client, createClient, refusalOf } from '#tests/support/client.ts';
import { bookedWithBill, trailOf, until } from '#tests/support/journey.ts';
import { messageEnv } from '#tests/support/messages.ts';
import { makePerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { Scene } from './endpoint-row.ts';
import { type EndpointName, table } from './endpoint-table.ts';
import { apiRoutesOf } from './mounted-routes.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const names = all.map(([name]) => name);
/** Streams have no answer to compare: their own tests open them in each role. */
const answering = names.filter((name) => !('stream' in endpoints[name]));
const isPublic = (name: EndpointName) => table[name].open === 'public';
const mayCall = (name: EndpointName, role: Role) =>
  table[name].open === 'public' || table[name].open.includes(role);

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpListener>>;
let paystack: PaystackServer;
let scene: Scene;

async function callerOf(role: Role): Promise<{ id: string; client: Client }> {
  if (role === 'guest') return { id: 'guest', client: asGuest(app.url) };
  return makePerson(app, role);
}

beforeAll(async () => {
  paystack = await startPaystack();
  smtp = await startSmtpListener();
  const messages = messageEnv('http://127.0.0.1:9');
  app = await startTestApp({ ...paystackFor(paystack, 'Ogun'), ...messages, SMTP_URL: smtp.url });
  const callers = {
    'state admin': await callerOf('state admin'),
    'zonal head': await callerOf('zonal head'),
    'booking officer': await callerOf('booking officer'),
    operator: await callerOf('operator'),
    observer: await callerOf('observer'),
    guest: await callerOf('guest'),
  };
  const officer = callers['booking officer'].client;
  const demoBooking = await bookedWithBill(officer);
  await app.owner
    .updateTable('bookings')
    .set({ demo: true })
    .where('id', '=', demoBooking._id)
    .execute();
  scene = { app, officer, callers, demoBooking };
});
afterAll(async () => {
  await app.stop();
  await smtp.close();
  paystack.close();
});

// Whoever registers does so beside accounts of the demo alone; what is confirmed is of one world.
beforeEach(async () => {
  await app.owner.updateTable('users').set({ demo: false }).where('demo', '=', true).execute();
});

test('the table of this test names every endpoint of the contract', () => {
  expect(Object.keys(table).sort()).toEqual([...names].sort());
});

test('what is mounted under /api is exactly what the contract lists, and the protocol of uploads', async () => {
  const instance = await anotherInstance(app);
  try {
    const declared = all.map(([, { method, path }]) => `${method} ${path}`);
    const protocol = [`POST ${uploadPath}`, `PATCH ${uploadPath}/:id`];
    expect(apiRoutesOf(instance.server).sort()).toEqual([...declared, ...protocol].sort());
  } finally {
    await instance.stop();
  }
});

test('an unknown address under /api is a 404 in JSON, with any method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of ['/api', '/api?x=1', '/api/', '/api/v1/nothing', '/api/v1/auth/magic']) {
      const refusal = await refusalOf(fetch(app.url + path, { method }));
      expect(refusal, `${method} ${path}`).toMatchObject({ status: 404, code: 'not_found' });
    }
  }
});

test('the endpoints without a session are these and no others', () => {
  const open = all.filter(([, { permission }]) => permission === 'public').map(([name]) => name);
  const accounts = [
    'askFactorReset',
    'forgotPassword',
    'login',
    'register',
    'resetPassword',
    'signInWithCode',
    'signInWithPasskey',
    'wake',
  ];
  expect(open.sort()).toEqual(
    [
      ...accounts,
      'noticePayment',
      'readCatalogueForAll',
      'reportBreakages',
      'reportMessage',
    ].sort(),
  );
});

test('every endpoint declares a permission, and it means the roles of this table', () => {
  for (const [name, { permission }] of all) {
    const declared = permission === 'public' ? 'public' : permissions[permission];
    expect(declared, name).toEqual(table[name].open);
  }
});

/** Changes that are counted, and are about nothing of the product's. */
const withoutTrail = ['reportBreakages'];

test('every endpoint that changes something declares an audit event', () => {
  for (const [name, { method, audit }] of all) {
    if (method !== 'GET' && !withoutTrail.includes(name)) expect(audit, name).not.toBeNull();
    const written = table[name].writes.map(([event]) => event);
    if (audit === null) expect(written, name).toEqual([]);
    else expect(written, name).toContain(audit);
  }
});

test('every change says which rule of two holds, or why one person makes it', () => {
  const changing = all.filter(([, { audit }]) => audit !== null).map(([name]) => name);
  const alone = changing.filter((name) => !('ruleOfTwo' in endpoints[name]));
  const withReason = names.filter((name) => table[name].alone !== undefined);
  expect(withReason.sort()).toEqual(alone.sort());
});

const ofTwo = all.filter(([, { ruleOfTwo }]) => ruleOfTwo !== undefined);

const proving = all.filter(
  ([, { proof, ruleOfTwo }]) => proof === 'lately' || ruleOfTwo !== undefined,
);

test('what one person ends, holds, stops or takes back asks for a proof as well', () => {
  const alone = ['endDuty', 'setHold', 'liftHold', 'changeOptOut', 'setSchedule', 'endSchedule'];
  const asked = [...alone, ...names.filter((name) => name.startsWith('takeBack'))];
  expect(asked.length).toBeGreaterThan(14);
  expect(proving.map(([name]) => name as string)).toEqual(expect.arrayContaining(asked));
});

test.each(proving)(
  '%s needs a proof of who is calling, of the last minutes',
  async (name, endpoint) => {
    const role = roles.find((one) => mayCall(name, one)) ?? 'state admin';
    const { client, ...request } = await table[name].call(scene, role);
    const prove = (minutes: number) =>
      sql`update sessions set proved_at = now() - ${minutes} * interval '1 minute'`.execute(
        app.owner,
      );
    const before = await lastAuditId();
    await prove(11);
    try {
      const answer = await (client ?? scene.callers[role].client).call(endpoint, request);
      expect(answer).toMatchObject({ status: 403, body: { code: proofNeeded } });
      expect(await trailOf(app.db, { after: before })).toEqual([]);
    } finally {
      await prove(0);
    }
  },
);

test.each(
  ofTwo
    .filter(([, { ruleOfTwo }]) => ruleOfTwo !== 'waits')
    .flatMap(([name]) => [
      [name, 'first_password', 'a first password', 'own_password = false'] as const,
      [name, 'new_account', 'an account of today', 'created_at = now()'] as const,
    ]),
)('%s is a 403 %s for %s', async (name, code, _who, standing) => {
  const { client, ...request } = await table[name].call(scene, 'state admin');
  const { id, client: usual } = scene.callers['state admin'];
  const before = await lastAuditId();
  await sql.raw(`update users set ${standing} where id = '${id}'`).execute(app.owner);
  try {
    const answer = await (client ?? usual).call(endpoints[name], request);
    expect(answer).toMatchObject({ status: 403, body: { code } });
    expect(await trailOf(app.db, { after: before })).toEqual([]);
  } finally {
    await sql`update users set own_password = true, created_at = now() - interval '30 days'
              where id = ${id}`.execute(app.owner);
  }
});

test.each(names.filter((name) => !isPublic(name)))(
  '%s is a 401 without a session',
  async (name) => {
    const { params, query, body } = await table[name].call(scene, 'state admin');
    const valid = { ...(params && { params }), ...(query && { query }), body };
    const before = await lastAuditId();
    const answer = await createClient(app.url).call(endpoints[name], valid);
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await trailOf(app.db, { after: before })).toEqual([]);
  },
);

describe.each(answering)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name];

  const allowed = roles.filter((role) => mayCall(name, role));
  // The permissions of all roles are compared above; each call is made by one of them.
  const oneOfThem = allowed[name.length % allowed.length];
  const byDay = (role: Role) => ({ tags: role === oneOfThem ? [] : ['night'] });
  for (const role of allowed)
    test(`is open to the ${role}`, byDay(role), async () => {
      const { client, ...request } = await table[name].call(scene, role);
      const before = await lastAuditId();
      await linksAreMailed();
      const content = await contentOf(app);
      const answer = await (client ?? scene.callers[role].client).call(endpoint, request);
      if (!endpoint.download) expect(answer.body).toMatchObject({ success: true });
      expect(answer.status).toBe(table[name].status ?? 200);

      const { writes, onlyReads, writesLater } = table[name];
      const writtenSince = () => trailOf(app.db, { after: before });
      if (writesLater) await until('it is written', async () => (await writtenSince()).length > 0);
      const written = await writtenSince();
      const onlyRead = onlyReads?.includes(role) ?? false;
      expect(written.map((row) => [row.event, row.before, row.after])).toEqual(
        onlyRead ? [] : writes,
      );
      if (endpoint.audit === null || onlyRead) expect(await contentOf(app)).toEqual(content);
      if (!isPublic(name) && role !== 'guest')
        expect(written.every((row) => row.actor_role === role)).toBe(true);
    });

  test.each(roles.filter((role) => !mayCall(name, role)))('is a 403 for the %s', async (role) => {
    const { client, ...request } = await table[name].call(scene, role);
    const before = await lastAuditId();
    const answer = await (client ?? scene.callers[role].client).call(endpoint, request);
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await trailOf(app.db, { after: before })).toEqual([]);
  });
});

test.each(names.filter(isPublic))('%s is open without a session', async (name) => {
  const { params, query, headers, body } = await table[name].call(scene, 'guest');
  const signed = { ...(headers && { headers }), body };
  const valid = { ...(params && { params }), ...(query && { query }), ...signed };
  const answer = await createClient(app.url).call(endpoints[name], valid);
  expect(answer.status).toBe(200);
});

/** An earlier call may have queued a link, which is made as it is mailed. */
const linksAreMailed = () =>
  until('the queued links are mailed', async () => {
    const waiting = sql`select from pgboss.job where name = 'mail-link' and state < 'completed'`;
    return (await waiting.execute(app.owner)).rows.length === 0;
  });

async function lastAuditId(): Promise<number> {
  const row = await app.db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Every row that people change, without the time of last use. */
async function contentOf({ db }: TestApp) {
  return {
    bookings: await db
      .selectFrom('bookings')
      .select(['id', 'paid', 'completed'])
      .orderBy('id')
      .execute(),
    payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    users: await db
      .selectFrom('users')
      .select(['id', 'role', 'state', 'zone', 'active', 'password_hash'])
      .orderBy('id')
      .execute(),
    sessions: await db.selectFrom('sessions').select(['id', 'ended_at']).orderBy('id').execute(),
    resets: await db.selectFrom('password_resets').selectAll().orderBy('token_hash').execute(),
    sweeps: await db.selectFrom('sweeps').selectAll().orderBy('organisation').execute(),
  };
}
