import { get } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { login } from '#contract/sign-in.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
afterEach(() => app.stop());

/**
 * Signs in as a proxy on this machine would pass it on, with these addresses in X-Forwarded-For.
 */
function signIn(email: string, password: string, forwarded: string): Promise<Response> {
  return fetch(`${app.url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email, password }),
  });
}

async function elevenAttempts(email: string, from: (attempt: number) => string) {
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 11; attempt += 1)
    statuses.push((await signIn(email, 'not the password', from(attempt))).status);
  return statuses;
}

/** The address of a sign-in in the audit trail. */
async function addressOf(forwarded: string): Promise<string | undefined> {
  const { id, email } = await makeAccount(app.db, 'operator');
  expect((await signIn(email, testPassword, forwarded)).status).toBe(200);
  const trail = await trailOf(app.db, { record: id });
  return trail.find(({ event }) => event === 'user.signed-in')?.address;
}

test('where no proxy is trusted, a forged X-Forwarded-For gives no further attempts', async () => {
  app = await startTestApp({ DEMO: 'off' });
  const { email } = await makeAccount(app.db, 'operator');
  const statuses = await elevenAttempts(email, (attempt) => `203.0.113.${attempt}`);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect(await addressOf('203.0.113.7')).toBe('127.0.0.1');
});

test('behind a trusted proxy each caller has attempts of its own', async () => {
  app = await startTestApp({ DEMO: 'off', TRUSTED_PROXIES: '127.0.0.0/8' });
  const { email } = await makeAccount(app.db, 'operator');
  const one = await elevenAttempts(email, () => '203.0.113.1');
  expect(one.at(-1)).toBe(429);
  expect((await signIn(email, testPassword, '203.0.113.2')).status).toBe(200);
  expect(await addressOf('203.0.113.2')).toBe('203.0.113.2');
});

test(
  'what stands before the address that a trusted proxy added is not believed',
  { tags: 'night' },
  async () => {
    app = await startTestApp({ DEMO: 'off', TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    const { email } = await makeAccount(app.db, 'operator');
    const forged = await elevenAttempts(email, (attempt) => `198.51.100.${attempt}, 203.0.113.1`);
    expect(forged.at(-1)).toBe(429);
    // The second proxy is trusted as well, so the address before it counts.
    expect(await addressOf('198.51.100.1, 203.0.113.1, 10.1.2.3')).toBe('203.0.113.1');
  },
);

test('one that is not trusted may say what it likes', async () => {
  app = await startTestApp({ DEMO: 'off', TRUSTED_PROXIES: '10.0.0.0/8' });
  expect(await addressOf('203.0.113.7')).toBe('127.0.0.1');
});

test('a demo asked by another name, or through whatever says that it is a proxy, answers nothing', async () => {
  app = await startTestApp();
  const asked: Record<string, string>[] = [
    { host: 'hanya.example' },
    // A name that begins like this machine's.
    { host: '127.0.0.1.hanya.example' },
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 Caddy' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { 'cf-connecting-ip': '203.0.113.7' },
  ];
  // Its pages neither.
  for (const headers of asked)
    for (const path of ['/api/v1/auth/up', '/signin', '/assets/nothing.js'])
      expect(await statusOf(`${app.url}${path}`, headers), JSON.stringify(headers)).toBe(403);
  expect(await statusOf(`${app.url}/api/v1/auth/up`, {})).toBe(200);
});

/** By Node's own client: `fetch` sends the host of the address, whatever it is told. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(url, { headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  }).on('error', reject);
  return promise;
}
