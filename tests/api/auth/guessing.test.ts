import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { forgotPassword, login } from '#contract/sign-in.ts';
import { guarded } from '#server/features/auth/guessing.ts';
import { hashing } from '#server/features/auth/passwords.ts';
import { countedTogether, networkOf } from '#server/http/attempts.ts';
import { TooBusy } from '#server/http/bounded.ts';
import { Refusal } from '#server/http/refusal.ts';
import { createClient, openSession, refusalOf } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { send } from '#tests/support/send.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let accounts = 0;
let addresses = 0;
const anAddress = () => `198.51.100.${(addresses += 1)}`;

/** Guesses a password; answers whether anybody looked at it. */
async function guess(email: string, from: { address?: string; userId?: string; fits?: boolean }) {
  const { address = anAddress(), userId, fits = false } = from;
  const outcome = await guarded(app.db, { email, userId, address }, () => Promise.resolve(fits));
  return !(outcome instanceof Refusal);
}

async function times(count: number, work: () => Promise<boolean>): Promise<boolean[]> {
  const done: boolean[] = [];
  for (let time = 0; time < count; time += 1) done.push(await work());
  return done;
}

/** As if so many seconds had gone by since. */
const later = (seconds: number) =>
  sql`update attempts set began_at = began_at - make_interval(secs => ${seconds})`.execute(
    app.owner,
  );
const forget = () => sql`delete from attempts`.execute(app.owner);

const looked = (count: number) => Array.from({ length: count }, () => true);

test('after eleven wrong passwords an account waits twice as long each time, from whatever address, whether or not it exists', async () => {
  const email = 'nobody@example.com';
  expect(await times(11, () => guess(email, {}))).toEqual(looked(11));
  expect(await guess(email, {})).toBe(false);
  await later(1);
  expect(await guess(email, {})).toBe(true);
  await later(1);
  expect(await guess(email, {})).toBe(false);
  await later(1);
  expect(await guess(email, {})).toBe(true);
});

test('many guesses at once are looked at no more often than one after the other', async () => {
  const guesses = Array.from({ length: 30 }, () => guess('amina@example.com', {}));
  const were = await Promise.all(guesses);
  expect(were.filter(Boolean)).toHaveLength(11);
});

test('nobody waits longer than five minutes, and a right password begins anew', async () => {
  const email = 'bello@example.com';
  await times(11, () => guess(email, {}));
  await sql`update attempts set count = 1000 where count = 11`.execute(app.owner);
  await later(200);
  expect(await guess(email, {})).toBe(false);
  await later(101);
  expect(await guess(email, { fits: true })).toBe(true);
  expect(await times(11, () => guess(email, {}))).toEqual(looked(11));
});

test('the owner gets in from where they have signed in before, whoever guesses elsewhere', async () => {
  await forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  await times(11, () => guess(email, { userId }));
  expect(await guess(email, { userId })).toBe(false);
  expect((await openSession(app.url, email)).token).toBeTruthy();
});

test('who guesses where the owner has signed in before waits too, but a minute at most', async () => {
  await forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  const there = { userId, address: '127.0.0.1' };
  await times(11, () => guess(email, { userId }));
  expect(await times(11, () => guess(email, there))).toEqual(looked(11));
  expect(await guess(email, there)).toBe(false);
  await sql`update attempts set count = 1000 where count = 11`.execute(app.owner);
  await later(50);
  expect(await guess(email, there)).toBe(false);
  await later(11);
  expect(await guess(email, { ...there, fits: true })).toBe(true);
  expect(await times(11, () => guess(email, there))).toEqual(looked(11));
});

test('how long to wait is said, in words and for machines', async () => {
  await forget();
  const email = 'waiting@example.com';
  const address = '203.0.113.1';
  const outcome = () =>
    guarded(app.db, { email, userId: undefined, address }, () => Promise.resolve(false));
  /** As after so many failures, the last just now. */
  const after = (failures: number) =>
    sql`update attempts set count = ${failures}, began_at = clock_timestamp()
      where count >= 11`.execute(app.owner);
  await times(11, () => guess(email, {}));
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
  await forget();
  await times(100, () => guess(`account-${(accounts += 1)}@example.com`, { address }));
  await later(300);
  await isBetween200And300();
});

test('where several have signed in before, each waits for what failed for them', async () => {
  await forget();
  const [one, other] = [
    await makeAccount(app.db, 'booking officer'),
    await makeAccount(app.db, 'booking officer'),
  ];
  const here = (of: typeof one, fits = false) =>
    guess(of.email, { userId: of.id, address: '127.0.0.1', fits });
  for (const of of [one, other]) {
    await openSession(app.url, of.email);
    await times(11, () => guess(of.email, {}));
  }
  expect(await times(11, () => here(one))).toEqual(looked(11));
  // A slow machine may take the second that it must wait.
  await later(-60);
  expect(await here(one)).toBe(false);
  expect(await here(other)).toBe(true);
});

test('a password that nobody could look at is not counted, one that failed otherwise is', async () => {
  await forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  const failing = (error: Error) =>
    guarded(app.db, { email, userId, address: '127.0.0.1' }, () => Promise.reject(error));
  await times(11, () => guess(email, {}));
  await sql`update attempts set count = 1000 where count = 11`.execute(app.owner);
  for (let time = 0; time < 15; time += 1)
    await expect(failing(new TooBusy())).rejects.toThrow(TooBusy);
  for (let time = 0; time < 11; time += 1)
    await expect(failing(new Error('broken'))).rejects.toThrow('broken');
  expect(await failing(new Error('broken'))).toMatchObject({ status: 429 });
});

test('from an address with a hundred wrong passwords only those are let in who were there before', async () => {
  await forget();
  const { email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  const { email: stranger } = await makeAccount(app.db, 'booking officer');
  const spray = () => guess(`account-${(accounts += 1)}@example.com`, { address: '127.0.0.1' });
  expect(await times(100, spray)).toEqual(looked(100));
  const body = { email: stranger, password: testPassword };
  const refused = await createClient(app.url).call(login, { body });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_often' } });
  expect((await openSession(app.url, email)).token).toBeTruthy();
  await forget();
  expect((await openSession(app.url, stranger)).token).toBeTruthy();
});

test('whoever was refused is let in when their time is over, also where the clock was set back meanwhile', async () => {
  const Store = countedTogether(app.db);
  const store = new Store({ routeInfo: { method: 'GET', url: '/somewhere' } });
  const count = (max: number) =>
    new Promise<number | undefined>((resolve) => {
      store.incr('somebody', (_error, counted) => resolve(counted?.current), 300, max);
    });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  await count(0);
  vi.useRealTimers();
  await until('they are let in', async () => (await count(5)) === 1);
});

test('an IPv6 address counts with its network, an IPv4 address for itself', () => {
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('2001:0db8:0:1:aaaa::2')).toBe('2001:db8:0:1');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7');
});

test('when too many passwords wait, another is refused at once and not counted, and lists go on', async () => {
  await forget();
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
  expect(await times(11, () => guess(email, {}))).toEqual(looked(11));
  await forget();
  expect((await openSession(app.url, email)).token).toBeTruthy();
});

test('of a flood of sign-ins only so many are looked up, the others are refused at once', async () => {
  const behindProxy = await startTestApp({ DEMO: 'off', TRUSTED_PROXIES: '127.0.0.1' });
  const owner = new pg.Client({ connectionString: behindProxy.ownerUrl });
  await owner.connect();
  // Nobody is found until this ends.
  await owner.query('begin; lock table users in access exclusive mode');
  const refused: number[] = [];
  const answers = Array.from({ length: 60 }, async () => {
    const { status } = await fetch(`${behindProxy.url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress() },
      body: JSON.stringify({ email: 'nobody@example.com', password: testPassword }),
    });
    if (status === 503) refused.push(status);
    return status;
  });
  await until('the others are refused', () => Promise.resolve(refused.length === 16));
  await owner.query('rollback');
  await owner.end();
  const statuses = await Promise.all(answers);
  await behindProxy.stop();
  expect(statuses.filter((status) => status === 503)).toHaveLength(16);
});

test.each([login, forgotPassword])('an email of another kind is a 400: $path', async ({ path }) => {
  for (const email of [{ toString: 1 }, [1], null, 7]) {
    const body = JSON.stringify({ email, password: 'x' });
    const answer = send(`${app.url}${path}`, { method: 'POST', token: null, body });
    expect(await refusalOf(answer)).toMatchObject({ status: 400 });
  }
});
