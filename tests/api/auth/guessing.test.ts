import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { forgotPassword, login } from '#contract/sign-in.ts';
import { hashing } from '#server/features/auth/passwords.ts';
import { forgetAttempts } from '#server/http/attempts.ts';
import { TooBusy } from '#server/http/bounded.ts';
import { Refusal } from '#server/http/refusal.ts';
import { openSession, refusalOf } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { send } from '#tests/support/send.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { guessesOn, looked, somebodyElse, times } from './guesses.ts';

let app: TestApp;
let on: ReturnType<typeof guessesOn>;
beforeAll(async () => {
  app = await startTestApp();
  on = guessesOn(app);
});
afterAll(() => app.stop());

test('after eleven wrong passwords an account waits twice as long each time, from whatever address, whether or not it exists', async () => {
  const email = 'nobody@example.com';
  expect(await times(11, () => on.guess(email, {}))).toEqual(looked(11));
  // A slow machine may take a minute for a step: from here on the waits are longer.
  await sql`update attempts set count = 18 where count = 11`.execute(app.owner);
  expect(await on.guess(email, {})).toBe(false);
  await on.later(128);
  expect(await on.guess(email, {})).toBe(true);
  await on.later(128);
  expect(await on.guess(email, {})).toBe(false);
  await on.later(128);
  expect(await on.guess(email, {})).toBe(true);
});

test('many guesses at once are looked at no more often than one after the other', async () => {
  const began = performance.now();
  const guesses = Array.from({ length: 30 }, () => on.guess('amina@example.com', {}));
  const were = (await Promise.all(guesses)).filter(Boolean).length;
  // After eleven, a slow machine may wait for a second, then for two, then for four.
  const waited = Math.floor(Math.log2(1 + (performance.now() - began) / 1_000));
  expect(were).toBeGreaterThanOrEqual(11);
  expect(were).toBeLessThanOrEqual(11 + waited);
});

test('nobody waits longer than five minutes, and a right password begins anew', async () => {
  const email = 'bello@example.com';
  await times(11, () => on.guess(email, {}));
  await sql`update attempts set count = 1000 where count = 11`.execute(app.owner);
  await on.later(200);
  expect(await on.guess(email, {})).toBe(false);
  await on.later(101);
  expect(await on.guess(email, { fits: true })).toBe(true);
  expect(await times(11, () => on.guess(email, {}))).toEqual(looked(11));
});

test('failures of an account are remembered for a day, however slowly it is guessed at', async () => {
  const email = somebodyElse();
  const longAfter = async (seconds: number) => {
    await on.later(seconds);
    await forgetAttempts(app.db);
  };
  await times(11, () => on.guess(email, {}));
  // A slow machine may take seconds for a step: from here on the waits are longer.
  await sql`update attempts set count = 18 where count = 11`.execute(app.owner);
  for (let tries = 0; tries < 3; tries += 1) {
    await longAfter(11 * 60);
    expect(await on.guess(email, {})).toBe(true);
    expect(await on.guess(email, {})).toBe(false);
  }
  await longAfter(24 * 3_600 + 1);
  expect(await times(11, () => on.guess(email, {}))).toEqual(looked(11));
});

test('the owner gets in from where they have signed in before, whoever guesses elsewhere', async () => {
  await on.forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  await times(11, () => on.guess(email, { userId }));
  await on.later(-60);
  expect(await on.guess(email, { userId })).toBe(false);
  expect((await openSession(app.url, email)).token).toBeTruthy();
});

test('who guesses where the owner has signed in before waits too, but a minute at most', async () => {
  await on.forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  const there = { userId, address: '127.0.0.1' };
  await times(11, () => on.guess(email, { userId }));
  expect(await times(11, () => on.guess(email, there))).toEqual(looked(11));
  await on.later(-60);
  expect(await on.guess(email, there)).toBe(false);
  await on.later(60);
  await sql`update attempts set count = 1000 where count = 11`.execute(app.owner);
  expect(await on.guess(email, there)).toBe(false);
  await on.later(60);
  expect(await on.guess(email, { ...there, fits: true })).toBe(true);
  expect(await times(11, () => on.guess(email, there))).toEqual(looked(11));
});

test('how long to wait is said, in words and for machines', async () => {
  await on.forget();
  const email = 'waiting@example.com';
  const address = '203.0.113.1';
  const outcome = () =>
    on.aProcess().check({ email, userId: undefined, address }, () => Promise.resolve(false));
  /** As after so many failures, the last just now. */
  const after = (failures: number) =>
    sql`update attempts set count = ${failures}, began_at = clock_timestamp()
      where count >= 11`.execute(app.owner);
  await times(11, () => on.guess(email, {}));
  await until('a second is left', async () => {
    await after(11);
    const refused = await outcome();
    if (refused instanceof Refusal)
      expect(refused).toMatchObject({
        status: 429,
        code: 'too_often',
        error: 'Too many attempts. Wait a second and try again.',
        retryAfterSeconds: 1,
      });
    return refused instanceof Refusal;
  });
  const isBetween200And300 = async () => {
    const refused = await outcome();
    const seconds = refused instanceof Refusal ? (refused.retryAfterSeconds ?? 0) : 0;
    expect(seconds).toBeGreaterThan(200);
    expect(seconds).toBeLessThanOrEqual(300);
    expect(refused).toMatchObject({
      error: `Too many attempts. Wait ${seconds} seconds and try again.`,
    });
  };
  await after(1_000);
  await isBetween200And300();
  await on.forget();
  await times(100, () => on.guess(somebodyElse(), { address }));
  await on.later(300);
  await isBetween200And300();
});

test('where several have signed in before, each waits for what failed for them', async () => {
  await on.forget();
  const [one, other] = [
    await makeAccount(app.db, 'booking officer'),
    await makeAccount(app.db, 'booking officer'),
  ];
  const here = (of: typeof one, fits = false) =>
    on.guess(of.email, { userId: of.id, address: '127.0.0.1', fits });
  for (const of of [one, other]) {
    await openSession(app.url, of.email);
    await times(11, () => on.guess(of.email, {}));
  }
  expect(await times(11, () => here(one))).toEqual(looked(11));
  // A slow machine may take the second that it must wait.
  await on.later(-60);
  expect(await here(one)).toBe(false);
  expect(await here(other)).toBe(true);
});

test('a password that nobody could look at is not counted, one that failed otherwise is', async () => {
  await on.forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  const failing = (error: Error) =>
    on.guard.check({ email, userId, address: '127.0.0.1' }, () => Promise.reject(error));
  await times(11, () => on.guess(email, {}));
  await sql`update attempts set count = 1000 where count = 11`.execute(app.owner);
  for (let time = 0; time < 15; time += 1)
    await expect(failing(new TooBusy())).rejects.toThrow(TooBusy);
  for (let time = 0; time < 11; time += 1)
    await expect(failing(new Error('broken'))).rejects.toThrow('broken');
  await on.later(-60);
  expect(await failing(new Error('broken'))).toMatchObject({ status: 429 });
});

test('when too many passwords wait, another is refused at once and not counted, and lists go on', async () => {
  await on.forget();
  const { email } = await makeAccount(app.db, 'booking officer');
  const { client } = await openSession(app.url, email);
  const held = Promise.withResolvers<undefined>();
  const waiting = Array.from({ length: 42 }, () => hashing.run(() => held.promise));
  await until('all wait', () => Promise.resolve(hashing.waiting === 40));
  const body = JSON.stringify({ email, password: testPassword });
  for (let time = 0; time < 5; time += 1) {
    const answer = send(`${app.url}${login.path}`, { method: 'POST', token: null, body });
    expect(await refusalOf(answer)).toMatchObject({ status: 503, code: 'busy' });
    expect((await answer).headers.get('retry-after')).toBe('2');
  }
  expect((await client.call(listBookings)).status).toBe(200);
  held.resolve(undefined);
  await Promise.all(waiting);
  expect(await times(11, () => on.guess(email, {}))).toEqual(looked(11));
  await on.forget();
  expect((await openSession(app.url, email)).token).toBeTruthy();
});

test.each([login, forgotPassword])('an email of another kind is a 400: $path', async ({ path }) => {
  for (const email of [{ toString: 1 }, [1], null, 7]) {
    const body = JSON.stringify({ email, password: 'x' });
    const answer = send(`${app.url}${path}`, { method: 'POST', token: null, body });
    expect(await refusalOf(answer)).toMatchObject({ status: 400 });
  }
});
