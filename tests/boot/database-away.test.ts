import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { register } from '#contract/sign-in.ts';
import { type Client, createClient, refusalOf } from '#tests/support/client.ts';
import { aBooking, testPassword } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/free-port.ts';
import { until } from '#tests/support/journey.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const dataDir = temporaryFolder();
let url: string;
let server: ChildProcess;
let said = '';
let home: string;
let client: Client;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...plainEnvironment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      PROCESSES: '1',
      DEMO: 'off',
      READ_TIMEOUT_MS: '60000',
      SEARCH_TIMEOUT_MS: '60000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hear = (text: Buffer) => {
    said += text.toString();
  };
  server.stdout?.on('data', hear);
  server.stderr?.on('data', hear);
  await until('it is ready', () =>
    Promise.resolve(said.includes('Hanya is ready at') || server.exitCode !== null),
  );
  home = /The database's files are in (.+)/.exec(said)?.[1] ?? join(dataDir, 'postgres');
  await until('it says how to begin', () => Promise.resolve(said.includes('set-up code')));
  const setupCode = /set-up code (\S+)/.exec(said)?.[1] ?? '';
  const admin = {
    firstName: 'Ladi',
    lastName: 'Yakubu',
    email: 'ladi@example.com',
    password: testPassword,
    state: 'Kaduna',
  };
  const { token } = await createClient(url).ok(register, { body: { ...admin, setupCode } });
  client = createClient(url, token);
});
afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'close');
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const postmaster = (): number =>
  Number(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);

const get = (path: string) => fetch(url + path);
const answersAgain = () =>
  until('it answers again', async () => (await get('/health/ready')).status === 200);
const lines = (part: string) => said.split('\n').filter((line) => line.includes(part));

test('a database that was killed is started again, and what was acknowledged is there', async () => {
  expect((await get('/health/ready')).status).toBe(200);
  const body = aBooking({ _id: ulid() });
  const { data } = await client.ok(createBooking, { body });
  process.kill(postmaster(), 'SIGKILL');
  const statuses = new Set<number>();
  await until('it is started again', async () => {
    statuses.add((await client.call(listBookings)).status);
    return lines('The database has started again.').length === 1;
  });
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await answersAgain();
  expect((await client.ok(createBooking, { body })).data._id).toBe(data._id);
  expect(lines('The database stopped by itself')).toHaveLength(1);
});

/** PostgreSQL and all of its processes, which then neither answer nor end. */
function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const pid = postmaster();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  for (const each of [pid, ...children.filter(Boolean).map(Number)]) process.kill(each, signal);
}

test(
  'while a database hangs calls end with 503, readiness says so and liveness does not',
  { tags: 'night' },
  async () => {
    signalAll('SIGSTOP');
    try {
      const answer = await client.call(createBooking, { body: aBooking() });
      expect(answer).toMatchObject({ status: 503, body: { code: 'away' } });
      const ready = await get('/health/ready');
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'database away' }]);
      expect((await get('/health/live')).status).toBe(200);
      expect((await get('/api/v1/auth/up')).status).toBe(200);
      const refused = get('/t/ABCDEFGHJKMNPQRSTV');
      expect((await refused).status).toBe(503);
      expect((await refused).headers.get('retry-after')).toBe('2');
      const signIn = fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@example.com', password: 'something long' }),
      });
      expect(await refusalOf(signIn)).toMatchObject({ status: 503, code: 'away' });
      expect((await signIn).headers.get('retry-after')).toBe('2');
    } finally {
      signalAll('SIGCONT');
    }
    await answersAgain();
    expect((await client.call(listBookings)).status).toBe(200);
    expect(lines('"level":"error"')).toEqual([]);
  },
);
