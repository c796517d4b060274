import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createTokens } from '#server/features/auth/tokens.ts';
import { createClient, openSession, refusalOf, type Session } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

let app: TestApp;
let session: Session;

beforeAll(async () => {
  app = await startTestApp();
  session = await openSession(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

const listWith = (token: string) => createClient(app.url, token).call(listBookings);

const sign = (payload: object, secret: string, expires = Date.now() / 1000 + 3600) =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('hanya')
    .setAudience('hanya sessions')
    .setExpirationTime(Math.floor(expires))
    .sign(new TextEncoder().encode(secret));

test('a token that the server signed is good', async () => {
  const payload = decodeJwt(session.token);
  expect((await listWith(await sign(payload, testSecret))).status).toBe(200);
});

test('a token that is missing is a 401 not_signed_in; one that is odd is a 401 too', async () => {
  const headers = [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', session.token, 'Bearer a b'];
  for (const authorization of headers) {
    const refusal = await refusalOf(
      fetch(app.url + listBookings.path, {
        headers: authorization === undefined ? {} : { authorization },
      }),
    );
    expect(refusal, authorization ?? 'none').toMatchObject({
      status: 401,
      code: 'not_signed_in',
    });
  }
});

test('a token signed with another secret, by nobody, expired, tampered with or without a session is a 401', async () => {
  const payload = decodeJwt(session.token);
  const [header = '', body = '', signature = ''] = session.token.split('.');
  const promoted = Buffer.from(JSON.stringify({ ...payload, role: 'state admin' })).toString(
    'base64url',
  );
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const key = new TextEncoder().encode(testSecret);
  const tokens = {
    'another secret': await sign(payload, 'another secret that is long enough to sign with'),
    'alg none': new UnsecuredJWT(payload).encode(),
    'alg none with the signature': `${none}.${body}.${signature}`,
    HS512: await new SignJWT(payload).setProtectedHeader({ alg: 'HS512' }).sign(key),
    expired: await sign(payload, testSecret, Date.now() / 1000 - 1),
    'another body': `${header}.${promoted}.${signature}`,
    'no signature': `${header}.${body}.`,
    'a cut signature': session.token.slice(0, -2),
    'no session': await sign({ ...payload, sid: undefined }, testSecret),
    'an unknown session': await sign({ ...payload, sid: '0'.repeat(26) }, testSecret),
    'a session that is no text': await sign({ ...payload, sid: { id: 1 } }, testSecret),
    nonsense: 'nonsense',
  };
  for (const [what, token] of Object.entries(tokens)) {
    const answer = await listWith(token);
    expect(answer, what).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  }
});

test('a token that was found good before is refused once its time is over', async () => {
  const tokens = createTokens([testSecret]);
  const expires = Date.now() / 1000 + 60;
  const token = await sign({ sid: 'a session' }, testSecret, expires);
  expect(await tokens.sessionOf(token)).toEqual({ id: 'a session' });
  vi.useFakeTimers({ toFake: ['Date'], now: (expires + 1) * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await tokens.sessionOf(token)).toBe('over');
});

test('a token names its session only: role and scope come from the database', async () => {
  const claims = { ...decodeJwt(session.token), role: 'observer', state: 'Ogun', zone: 'Sagamu' };
  const client = createClient(app.url, await sign(claims, testSecret));
  const { data } = await client.ok(createBooking, { body: aBooking() });
  expect(data.organisation).toBe('Kaduna');
  expect(data.createdBy.role).toBe('booking officer');
});
