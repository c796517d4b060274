import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { login } from '#contract/sign-in.ts';
import { attemptsOf, countAttempt, countedTogether } from '#server/http/attempts.ts';
import { openSession } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { anAddress, guessesOn, looked, somebodyElse, times } from './guesses.ts';

let app: TestApp;
let on: ReturnType<typeof guessesOn>;
beforeAll(async () => {
  app = await startTestApp({ DEMO: 'off', TRUSTED_PROXIES: '127.0.0.1' });
  on = guessesOn(app);
});
afterAll(() => app.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Signs in as a proxy on this machine would pass it on. */
const signInFrom = (address: string, email: string) =>
  fetch(`${app.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: testPassword }),
  });

/** As if a process had gone on for so many minutes; everything else happens now. */
function minutesLater(minutes: number): void {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + minutes * 60_000);
}

test('from an address with a hundred wrong passwords only those are let in who were there before', async () => {
  await on.forget();
  const address = '127.0.0.1';
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await openSession(app.url, email);
  const stranger = await makeAccount(app.db, 'booking officer');
  const [told, untold] = [on.aProcess(), on.aProcess()];
  const spray = () => on.guess(somebodyElse(), { address, by: told });
  expect(await times(100, spray)).toEqual(looked(100));
  for (const by of [told, untold]) {
    expect(await on.guess(somebodyElse(), { address, by })).toBe(false);
    expect(await on.guess(stranger.email, { userId: stranger.id, address, by })).toBe(false);
    expect(await on.guess(email, { userId, address, fits: true, by })).toBe(true);
  }
  // What fails there counts there alone.
  const there = () => on.guess(email, { userId, address });
  expect(await times(11, there)).toEqual(looked(11));
  expect(await there()).toBe(false);
  expect(await on.guess(email, { userId })).toBe(true);
});

test('once the database has refused an address, it is not asked again until its time is over', async () => {
  await on.forget();
  const address = '198.51.100.250';
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  await times(100, () => on.guess(somebodyElse(), { address }));
  const { db, asked } = on.countedDb();
  const by = on.aProcess({ db });
  expect(by.refusal({ email, address })).toBeUndefined();
  expect(await on.guess(email, { userId, address, by })).toBe(false);
  const before = asked();
  expect(before).toBeGreaterThan(0);
  for (let time = 0; time < 20; time += 1) {
    expect(by.refusal({ email, address })).toMatchObject({ status: 429, code: 'too_often' });
    expect(await on.guess(somebodyElse(), { address, by })).toBe(false);
  }
  expect(asked()).toBe(before);
  expect(by.refusal({ email, address: anAddress() })).toBeUndefined();

  await on.forget();
  minutesLater(11);
  expect(by.refusal({ email, address })).toBeUndefined();
  expect(await on.guess(email, { userId, address, by })).toBe(true);
});

test('an address of the same network, where the owner has signed in before, is not refused with the others', async () => {
  await on.forget();
  const { id: userId, email } = await makeAccount(app.db, 'booking officer');
  const [theirs, another] = ['2001:db8:1:2::7', '2001:db8:1:2::8'];
  expect((await signInFrom(theirs, email)).status).toBe(200);
  await times(100, () => on.guess(somebodyElse(), { address: another }));
  expect(await on.guess(email, { userId, address: another })).toBe(false);
  expect(on.guard.refusal({ email, address: another })).toMatchObject({ status: 429 });
  expect(on.guard.refusal({ email, address: theirs })).toBeUndefined();
  expect(await on.guess(email, { userId, address: theirs })).toBe(true);
});

test('of one account and address ten sign-ins a minute are looked at by all processes together, and then nothing is asked', async () => {
  await on.forget();
  const there = { email: 'often@example.com', address: '198.51.100.251' };
  const { db, asked } = on.countedDb();
  const [one, other] = [on.aProcess({ db, perMinute: 10 }), on.aProcess({ perMinute: 10 })];
  for (let time = 0; time < 10; time += 1)
    expect(await on.guess(there.email, { ...there, by: time % 2 === 0 ? one : other })).toBe(true);
  expect(await on.guess(there.email, { ...there, fits: true, by: one })).toBe(false);
  const before = asked();
  const refusal = one.refusal(there);
  expect(refusal).toMatchObject({ status: 429, code: 'too_often' });
  expect(refusal?.retryAfterSeconds).toBeGreaterThan(1);
  expect(asked()).toBe(before);
  // Behind the same phone network others go on.
  expect(one.refusal({ ...there, email: 'other@example.com' })).toBeUndefined();
  expect(await on.guess('other@example.com', { ...there, by: one })).toBe(true);
  expect(other.refusal(there)).toBeUndefined();
  expect(await on.guess(there.email, { ...there, by: other })).toBe(false);
  expect(other.refusal(there)).toMatchObject({ status: 429 });
});

/** The limit of a route, as `@fastify/rate-limit` asks for it. */
function limitOf(route: string, db = app.db) {
  const Store = countedTogether(db);
  const store = new Store({ routeInfo: { method: 'GET', url: route } });
  return (caller: string, max: number, windowMs = 60_000) =>
    new Promise<{ current: number; ttl: number }>((resolve, reject) => {
      store.incr(
        caller,
        (error, counted) => (counted ? resolve(counted) : reject(error ?? new Error('Nothing.'))),
        windowMs,
        max,
      );
    });
}

test('a limit counts for each route and caller in all processes, and asks nothing about who is beyond it', async () => {
  const { db, asked } = on.countedDb();
  const count = limitOf('/here', db);
  expect(await limitOf('/here')('one', 2)).toMatchObject({ current: 1 });
  expect(await count('one', 2)).toMatchObject({ current: 2 });
  expect(await limitOf('/there')('one', 2)).toMatchObject({ current: 1 });
  expect(await count('other', 2)).toMatchObject({ current: 1 });
  // At the limit it is counted; beyond it, it was once.
  const counted = async () => {
    const before = asked();
    const { current, ttl } = await count('one', 2);
    expect(ttl).toBeGreaterThan(1_000);
    return [current, asked() - before];
  };
  expect(await counted()).toEqual([3, 1]);
  expect(await counted()).toEqual([3, 0]);
  const away = app.db.withPlugin({
    transformQuery: () => {
      throw new Error('The database is away.');
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await expect(limitOf('/here', away)('one', 2)).rejects.toThrow('The database is away.');
});

test('what was counted before its time was over counts as nothing', async () => {
  const key = Buffer.from('a key of this test');
  await countAttempt(app.db, key, 60_000);
  expect(await attemptsOf(app.db, key, 60_000)).toMatchObject({ current: 1 });
  await on.later(61);
  expect(await attemptsOf(app.db, key, 60_000)).toEqual({ current: 0, ttl: 0 });
  expect(await attemptsOf(app.db, Buffer.from('another'), 60_000)).toEqual({ current: 0, ttl: 0 });
});

test('whoever was refused is let in when their time is over, also where the clock was set back meanwhile', async () => {
  const count = limitOf('/somewhere');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  await count('somebody', 0, 300);
  vi.useRealTimers();
  await until('they are let in', async () => (await count('somebody', 5, 300)).current === 1);
});

test('of a flood of sign-ins only so many are looked up, the others are refused at once and not counted', async () => {
  await on.forget();
  const owner = new pg.Client({ connectionString: app.ownerUrl });
  await owner.connect();
  // Nobody is found until this ends.
  await owner.query('begin; lock table users in access exclusive mode');
  const refused: number[] = [];
  const answers = Array.from({ length: 60 }, async () => {
    const { status } = await signInFrom(anAddress(), 'nobody@example.com');
    if (status === 503) refused.push(status);
    return status;
  });
  await until('the others are refused', () => Promise.resolve(refused.length === 16));
  const { rows: counted } = await owner.query('select key from attempts');
  expect(counted).toEqual([]);
  await owner.query('rollback');
  await owner.end();
  const statuses = await Promise.all(answers);
  expect(statuses.filter((status) => status === 503)).toHaveLength(16);
});
