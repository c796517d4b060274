import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { type Client, openSession, refusalOf, signedIn } from '#tests/support/client.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;

beforeAll(async () => {
  app = await startTestApp();
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

const all: readonly Endpoint[] = Object.values(endpoints);
const fileNames = (endpoint: Endpoint | undefined) =>
  (endpoint?.files ?? []).map(({ name }) => String(name));

for (const { method, path, files } of [
  { method: 'POST', path: '/api/v1/auth/login' },
  { method: 'POST', path: '/api/v1/auth/register' },
  { method: 'POST', path: '/api/v1/auth/forgotpassword' },
  { method: 'PUT', path: '/api/v1/auth/resetpassword/:token' },
  { method: 'GET', path: '/api/v1/auth/up' },
  { method: 'GET', path: '/api/v1/users/:id' },
  { method: 'PUT', path: '/api/v1/users/:id' },
  { method: 'PUT', path: '/api/v1/auth/avatar', files: ['avatar'] },
  { method: 'GET', path: '/api/v1/users' },
  { method: 'POST', path: '/api/v1/users', files: ['avatar'] },
  { method: 'POST', path: '/api/v1/booking' },
  { method: 'PUT', path: '/api/v1/booking/:id' },
  { method: 'GET', path: '/api/v1/booking' },
  { method: 'GET', path: '/api/v1/booking/stat' },
  { method: 'GET', path: '/api/v1/booking/rev' },
  { method: 'POST', path: '/api/v1/payment/kaduna' },
  { method: 'GET', path: '/api/v1/booking/check' },
  { method: 'GET', path: '/api/v1/booking/check/:id' },
  {
    method: 'POST',
    path: '/api/v1/collision',
    files: ['img', 'vid', '/^driverImg-.{1,20}$/', '/^vehicleImg-.{1,20}$/'],
  },
  { method: 'GET', path: '/api/v1/collision' },
  { method: 'GET', path: '/api/paykaduna/MotorMarket/revenue-heads' },
]) {
  test(`the call ${method} ${path} is served`, async () => {
    const declared = all.find((each) => each.method === method && each.path === path);
    expect(declared).toBeDefined();
    expect(fileNames(declared)).toEqual(files ?? []);
    const address = app.url + path.replace(/:\w+/, 'nothing');
    const refusal = fetch(address, { method });
    expect((await refusal).status).not.toBe(404);
  });
}

test('247b: a mode of /auth that does not exist is a 404', async () => {
  const asked = fetch(`${app.url}/api/v1/auth/magic`, { method: 'POST' });
  expect(await refusalOf(asked)).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([
  ['251b', 'GET', (id: string) => `/api/v1/users/${id}`],
  ['252b', 'PUT', (id: string) => `/api/v1/users/${id}`],
  ['253c', 'PUT', () => '/api/v1/auth/avatar'],
] as const)(
  '251b, 252b, 253c: line %s, %s, takes a query as its call has one',
  async (_line, method, pathOf) => {
    const { id, email } = await makeAccount(app.db, 'booking officer');
    const { token } = await openSession(app.url, email);
    const form = new FormData();
    form.set('id', id);
    form.set('avatar', new File([await aPicture()], 'me.jpg', { type: 'image/jpeg' }));
    const isPicture = pathOf(id).endsWith('avatar');
    const body = isPicture ? form : JSON.stringify({ id, firstName: 'Hauwa' });
    const answer = await fetch(`${app.url}${pathOf(id)}?limit=10&page=1&sort=-lastActive`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'PUT' && !isPicture && { 'content-type': 'application/json' }),
      },
      ...(method === 'PUT' && { body }),
    });
    expect(await answer.json()).toMatchObject({ success: true, data: { id, email } });
  },
);

test('216b: a booking without licence and registration is refused in the words of the form', async () => {
  const body = aBooking({ license: '', registration: '' });
  const answer = await officer.call(createBooking, { body });
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { license: 'Please add a license number or registration' } },
  });
});
