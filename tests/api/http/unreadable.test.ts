import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession, refusalOf, type Session } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { send as sendTo, type Sent } from '#tests/support/send.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Session;

beforeAll(async () => {
  app = await startTestApp();
  officer = await openSession(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

const booking = '/api/v1/booking';

/** Sends exactly these bytes, as the officer. */
const send = (path: string, sent: Sent) =>
  sendTo(app.url + path, { token: officer.token, ...sent });

test.each([
  ['malformed JSON', '{"name": "Musa"', 400],
  ['an empty body', '', 400],
  ['a list', '[]', 400],
  ['a text', '"Musa"', 400],
  ['null', 'null', 400],
  ['a number', '7', 400],
  ['a poisoned prototype', '{"__proto__": {"price": 0}}', 400],
  ['a poisoned constructor', '{"constructor": {"prototype": {"price": 0}}}', 400],
  ['a body beyond a megabyte', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413],
])('%s is refused with one sentence', async (_what, body, status) => {
  expect(await refusalOf(send(booking, { body }))).toMatchObject({ status });
});

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
  'a body of the type %s is a 415',
  async (type) => {
    const refusal = await refusalOf(send(booking, { type, body: JSON.stringify(aBooking()) }));
    expect(refusal).toMatchObject({ status: 415, code: 'wrong_type' });
  },
);

test('a body without a content type is a 415', async () => {
  const refusal = await refusalOf(send(booking, { type: null, body: JSON.stringify(aBooking()) }));
  expect(refusal).toMatchObject({ status: 415 });
});

test('a small compressed body that unpacks beyond a megabyte is refused', async () => {
  const body = Buffer.from(gzipSync(JSON.stringify({ name: 'x'.repeat(20_000_000) })));
  const headers = { 'content-encoding': 'gzip' };
  const { status } = await refusalOf(send(booking, { headers, body }));
  expect([400, 413, 415]).toContain(status);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'an unknown field called %s is a 400 like any other',
  async (name) => {
    const filter = await refusalOf(send(`${booking}?${name}=1`, { method: 'GET' }));
    expect(filter).toMatchObject({ status: 400, code: 'invalid' });
    const { _id } = await booked(officer.client);
    const body = `{"completed": true, "${name}": 1}`;
    const change = await refusalOf(send(`${booking}/${_id}`, { method: 'PUT', body }));
    expect(change.status).toBe(400);
  },
);

test('a zero byte in an address or a body is a 400', async () => {
  for (const path of [`${booking}/%00`, `${booking}?_searchname=a%00b`, '/api/v1/users/a%00'])
    expect(await refusalOf(send(path, { method: 'GET' })), path).toMatchObject({ status: 400 });
  const bodies = [
    [booking, aBooking({ name: 'Mu\0sa' })],
    ['/api/v1/payment/kaduna', { billRef: '1\0' }],
    ['/api/v1/auth/login', { email: 'a\0@example.com', password: 'x' }],
    ['/api/v1/auth/login', { email: 'a@example.com', password: 'x\0' }],
    ['/api/v1/auth/forgotpassword', { email: '\0' }],
  ] as const;
  for (const [path, body] of bodies)
    expect(await refusalOf(send(path, { body: JSON.stringify(body) })), path).toMatchObject({
      status: 400,
    });
  const reset = await refusalOf(
    send('/api/v1/auth/resetpassword/%00', {
      method: 'PUT',
      body: JSON.stringify({ password: 'x'.repeat(12), confirmPassword: 'x'.repeat(12) }),
    }),
  );
  expect(reset.status).toBe(400);
});

test.each(['\u0001', '\u0007', '\u001b[31m', '\u007f', '\ud800'])(
  'the control character %j in a booking is a 400 that names the field',
  async (character) => {
    const body = JSON.stringify(aBooking({ name: `Mu${character}sa` }));
    expect(await refusalOf(send(booking, { body }))).toMatchObject({
      status: 400,
      error: 'Remove hidden characters that cannot be displayed.',
      fields: { name: 'Remove hidden characters that cannot be displayed.' },
    });
  },
);

test('a query on an address that declares none is passed over; an unknown filter is a 400', async () => {
  for (const path of ['/api/v1/place?limit=1', `${booking}/check?_id=1`])
    expect((await send(path, { method: 'GET' })).status, path).toBe(200);
  const filter = await refusalOf(send('/api/v1/offence?x=1', { method: 'GET' }));
  expect(filter).toMatchObject({ status: 400, code: 'invalid' });
});

test('an address that cannot be decoded, or is endless, is refused like anything else', async () => {
  for (const path of ['/api/v1/%', `${booking}/${'x'.repeat(300)}`]) {
    const refusal = await refusalOf(send(path, { method: 'GET' }));
    expect([400, 404, 414]).toContain(refusal.status);
  }
});
