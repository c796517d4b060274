import { afterAll, describe, expect } from 'vitest';
import { guestPayload, guestToken } from '#contract/auth.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { startPayment } from '#contract/payments.ts';
import { login } from '#contract/sign-in.ts';
import { readUser } from '#contract/users.ts';
import { anotherInstance, type Instance } from '#tests/support/another-instance.ts';
import { asGuest, type Client, createClient, openSession } from '#tests/support/client.ts';
import { aBooking, makeAccount, testPassword } from '#tests/support/factories.ts';
import { bookedAndPaid, bookedWithBill } from '#tests/support/journey.ts';
import { test as base } from '#tests/support/scene.ts';

const test = base
  .extend('guest', { scope: 'file' }, ({ app }) => asGuest(app.url))
  .extend('real', { scope: 'file' }, async ({ officer }) =>
    bookedWithBill(officer, { name: 'Real Person' }),
  )
  .extend('demo', { scope: 'file' }, async ({ app, officer }) => {
    const demo = await bookedWithBill(officer, { name: 'Demo Person' });
    await app.owner
      .updateTable('bookings')
      .set({ demo: true })
      .where('id', '=', demo._id)
      .execute();
    return demo;
  });

const idsOf = async (client: Client, query: Record<string, string> = {}) =>
  (await client.ok(listBookings, { query })).data.map(({ _id }) => _id);

describe('a guest', () => {
  test('sees demo records only', async ({ guest, demo, real }) => {
    expect(await idsOf(guest)).toEqual([demo._id]);
    expect(await idsOf(guest, { _searchname: 'Real Person' })).toEqual([]);
    expect((await guest.call(readBooking, { params: { id: demo._id } })).status).toBe(200);
    expect((await guest.call(readBooking, { params: { id: real._id } })).status).toBe(404);
  });

  test('sees paid demo records too', async ({ app, officer, guest }) => {
    const { _id } = await bookedAndPaid(officer, app.db);
    await app.owner.updateTable('bookings').set({ demo: true }).where('id', '=', _id).execute();
    expect(await idsOf(guest, { _boolpaid: 'true' })).toEqual([_id]);
  });

  test('changes nothing, and is told so in a sentence', async ({ guest, demo }) => {
    const answers = [
      await guest.call(createBooking, { body: aBooking() }),
      await guest.call(startPayment, { body: { billRef: demo.billRef } }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 403,
        body: { error: 'A guest cannot do this. Ask a state admin.' },
      });
  });

  test('has a record of its own, and sees nobody else', async ({ app, guest }) => {
    const { data } = await guest.ok(readUser, { params: { id: 'guest' } });
    expect(data).toMatchObject({
      id: 'guest',
      _id: 'guest',
      role: 'guest',
      firstName: '{name}',
      lastName: '{name}',
      picture: 'no-user.jpg',
    });
    const { id } = await makeAccount(app.db, 'state admin');
    expect((await guest.call(readUser, { params: { id } })).status).toBe(403);
  });

  test('has a token that decodes like any other', () => {
    const [, payload = ''] = guestToken.split('.');
    const decoded: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    expect(decoded).toEqual(guestPayload);
  });

  test('has a token that ends in 2099', () => {
    expect(new Date(guestPayload.exp * 1000).getUTCFullYear()).toBe(2099);
  });

  test('is known by exactly its token: any variant is a 401', async ({ app }) => {
    const [header = '', payload = '', signature = ''] = guestToken.split('.');
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const variants = [
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.guest2`,
      `${header}.${payload}.GUEST`,
      `${header}.${encoded({ ...guestPayload, role: 'state admin' })}.${signature}`,
      `${header}.${encoded({ ...guestPayload, exp: guestPayload.exp + 1 })}.${signature}`,
      `${header}.${encoded({ ...guestPayload, sid: 'guest' })}.${signature}`,
      `${encoded({ alg: 'HS256', typ: 'JWT' })}.${payload}.${signature}`,
      guestToken.toUpperCase(),
      'guest',
    ];
    for (const variant of variants) {
      const answer = await createClient(app.url, variant).call(listBookings);
      expect(answer.status, variant).toBe(401);
    }
  });

  test('is a 401 where GUEST is off, also with demo mode on', async ({ app, officer, demo }) => {
    const instance = await anotherInstance(app, { GUEST: 'off' });
    try {
      const answer = await asGuest(instance.url).call(listBookings);
      expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } });
      expect(await idsOf(createClient(instance.url, officer.token))).toContain(demo._id);
    } finally {
      await instance.stop();
    }
  });
});

describe('with demo mode off', () => {
  let plain: Instance;
  let staff: Client;
  test.beforeAll(async ({ app, officer }) => {
    plain = await anotherInstance(app, { DEMO: 'off' });
    staff = createClient(plain.url, officer.token);
  });
  afterAll(() => plain.stop());

  test('staff see demo records nowhere', async ({ officer, demo, real }) => {
    expect(await idsOf(officer)).toEqual(expect.arrayContaining([demo._id, real._id]));
    expect(await idsOf(staff, { limit: '100' })).toEqual([real._id]);
    expect(await idsOf(staff, { _searchname: 'Demo Person' })).toEqual([]);
    expect((await staff.call(readBooking, { params: { id: demo._id } })).status).toBe(404);
    expect((await staff.call(startPayment, { body: { billRef: demo.billRef } })).status).toBe(404);
  });

  test('the guest token is a 401', async () => {
    expect((await asGuest(plain.url).call(listBookings)).status).toBe(401);
  });

  test('a demo account has no session, and signing in is as with a wrong password', async ({
    app,
  }) => {
    const { id, email } = await makeAccount(app.db, 'state admin');
    const { token } = await openSession(app.url, email);
    await app.owner.updateTable('users').set({ demo: true }).where('id', '=', id).execute();
    expect((await createClient(app.url, token).call(listBookings)).status).toBe(200);
    expect((await createClient(plain.url, token).call(listBookings)).status).toBe(401);
    const body = { email, password: testPassword };
    const answer = await createClient(plain.url).call(login, { body });
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });

  test('there is no sandbox gateway: paying is a 503 with a sentence', async ({ real }) => {
    const page = await fetch(`${plain.url}/sandbox/paykaduna/pay/${real.billRef}`);
    expect(page.status).toBe(404);
    const answer = await staff.call(startPayment, { body: { billRef: real.billRef } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'gateway_unavailable' } });
  });
});
