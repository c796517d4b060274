import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ulid } from 'ulid';
import { createBooking } from '../../contract/new-bookings.ts';
import { createUser } from '../../contract/user-changes.ts';
import { openSession } from '../../tests/support/client.ts';
import { aBooking } from '../../tests/support/factories.ts';
import { databaseUser, readyPrograms, shared, startMachine, typed } from './machines.mjs';
import { poolerSettings, proxySettings } from './middle.mjs';
import { startPatroni } from './patroni.mjs';

const root = join(import.meta.dirname, '../..');
const senders = 4;
/** Bookings are sent for so long at most, in milliseconds. */
const longestMs = 180_000;
/** How long it goes on after each failure. */
const calmMs = 5_000;
const say = (line) => process.stdout.write(`${line}\n`);
const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Two servers on a database that Patroni keeps: loses its primary, gets it back, and holds another
 * one still until it is replaced. Throws at the first thing that doesn't hold.
 */
export async function proveFailover({ folder, port, files, startServer, opened }) {
  say(`The programs: ${await readyPrograms()}`);
  const ports = { web: port, servers: [port + 1, port + 2], pooler: port + 4, primary: port + 5 };
  const passwords = { owner: secret(), app: secret(), admin: secret() };
  const cluster = await startPatroni(folder, port + 10);
  opened.push(() => cluster.stop());
  await cluster.whole();
  const middle = startMiddle(folder, ports, cluster.machines, passwords);
  opened.push(() => middle.kill());
  await answers(`postgres://postgres:${cluster.password}@127.0.0.1:${ports.primary}/postgres`);

  const at = (user, password, to) => `postgres://${user}:${password}@127.0.0.1:${to}/hanya`;
  const env = {
    PATH: process.env.PATH,
    DEMO: 'off',
    PROCESSES: '1',
    MIGRATE: 'off',
    JWT_SECRET: secret(),
    PUBLIC_URL: `http://127.0.0.1:${ports.web}`,
    DATABASE_URL: at('hanya_app', passwords.app, ports.pooler),
    DATABASE_POOLER: 'on',
    FILES_URL: files,
  };
  const dataDir = join(folder, 'commands');
  mkdirSync(dataDir);
  const ownerUrl = at('hanya_owner', passwords.owner, ports.primary);
  const command = (words, input = '') =>
    runHere(words, { ...env, DATA_DIR: dataDir, DATABASE_OWNER_URL: ownerUrl }, input);

  copyFileSync(join(root, 'deploy/roles.sh'), join(folder, 'roles.sh'));
  await typed(folder, `sh ${shared}/roles.sh`, {
    PGHOST: '127.0.0.1',
    PGPORT: String(ports.primary),
    PGPASSWORD: cluster.password,
    OWNER_PASSWORD: passwords.owner,
    APP_PASSWORD: passwords.app,
  });
  await command(['server/commands/migrate.ts']);
  const admin = ['admin@hanya.test', 'Amina', 'Sule', 'Kaduna', passwords.admin];
  await command(['server/commands/create-admin.ts'], `${admin.join('\n')}\n`);
  const servers = [];
  for (const to of ports.servers) servers.push(await startServer(to, env));
  const token = await officersToken(env.PUBLIC_URL, passwords.admin);
  say('Roles, migrations, a state admin, a booking officer and two servers are there.');

  const bookings = sendBookings(env.PUBLIC_URL, token);
  await sleep(calmMs);

  const first = await cluster.primary();
  let since = Date.now();
  await first.runs.kill();
  const second = await cluster.primary(first);
  const promoted = Date.now() - since;
  await bookings.goOn();
  say(
    `The primary's machine was killed. Another led after ${inSeconds(promoted)}; ${inSeconds(bookings.gapSince(since))} without a booking.`,
  );

  since = Date.now();
  cluster.start(first);
  await cluster.whole(second);
  const back = Date.now() - since;
  await bookings.goOn();
  say(
    `It came back as a replica after ${inSeconds(back)}; ${inSeconds(bookings.gapSince(since))} without a booking.`,
  );

  const claim = await claimOn(cluster.urlOf(second, 'postgres'));
  since = Date.now();
  second.runs.pause();
  claim.send();
  const third = await cluster.primary(second);
  const replaced = Date.now() - since;
  await bookings.goOn();
  say(
    `The next primary stood still. Another led after ${inSeconds(replaced)}; ${inSeconds(bookings.gapSince(since))} without a booking.`,
  );

  since = Date.now();
  second.runs.resume();
  await cluster.whole(third);
  const rejoined = Date.now() - since;
  assert.equal(await claim.outcome(), 'refused', 'The old primary took a write.');
  await bookings.goOn();
  say(
    `It woke, refused the write that waited for it, and followed the new one after ${inSeconds(rejoined)}; ${inSeconds(bookings.gapSince(since))} without a booking.`,
  );

  const acknowledged = await bookings.stop();
  for (const machine of cluster.machines) {
    await holdsAll(cluster.urlOf(machine), acknowledged);
    assert.deepEqual(await rowsOf(cluster.urlOf(machine, 'postgres'), 'select * from claims'), []);
  }
  say(
    `${acknowledged.length} bookings were acknowledged. Each is there once, on all three machines.`,
  );
  say((await command(['server/commands/audit.ts', 'verify'])).trim());
  await command(['server/commands/backup.ts', 'take', join(folder, 'backup')]);
  assert.deepEqual(await rowsOf(cluster.urlOf(third), locksOfBackups), []);
  say('A backup was taken through the pooler, which keeps none of its locks.');
  for (const server of servers) {
    assert.ok(server.isRunning(), 'A server ended.');
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
    assert.ok(await sent(server.url, token, aNewBooking()), 'A server books no more.');
  }
  say('Both servers ran all the time, are ready, and book.');
}

const secret = () => randomBytes(24).toString('hex');

/** HAProxy before the servers and before the primary, and PgBouncer, which asks HAProxy for it. */
function startMiddle(folder, ports, machines, passwords) {
  const home = join(folder, 'middle');
  const { uid, gid } = databaseUser();
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, uid, gid);
  const files = {
    'users.txt': `"hanya_app" "${passwords.app}"\n`,
    'pgbouncer.ini': poolerSettings({
      port: ports.pooler,
      users: `${shared}/middle/users.txt`,
      written: ports.primary,
      read: ports.primary,
    }),
    'haproxy.cfg': `${proxySettings(ports.web, ports.servers)}
listen primary
  bind 127.0.0.1:${ports.primary}
  mode tcp
  timeout client 12h
  timeout server 12h
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server check init-state down inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ name, database, api }) => `  server ${name} 127.0.0.1:${database} port ${api}\n`).join('')}`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, name), text, { mode: 0o600 });
    chownSync(join(home, name), uid, gid);
  }
  return startMachine(folder, [
    `haproxy -db -f ${shared}/middle/haproxy.cfg`,
    `pgbouncer ${shared}/middle/pgbouncer.ini`,
  ]);
}

async function answers(url) {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === 100) throw error;
    }
    await sleep(100);
  }
}

/** Runs one of Hanya's commands; answers what it printed. */
async function runHere(words, env, input) {
  const running = promisify(execFile)(process.execPath, words, { cwd: root, env });
  running.child.stdin.end(input);
  return (await running).stdout;
}

async function officersToken(url, adminPassword) {
  const { client } = await openSession(url, 'admin@hanya.test', adminPassword);
  const password = secret();
  const email = 'officer@hanya.test';
  await client.ok(createUser, {
    body: {
      firstName: 'Musa',
      lastName: 'Danladi',
      email,
      password,
      confirmPassword: password,
      role: 'booking officer',
      state: 'Kaduna',
      zone: 'Zaria',
    },
  });
  return (await openSession(url, email, password)).token;
}

const aNewBooking = () => ({ ...aBooking(), _id: ulid() });

/** True once it is acknowledged, false if it must be sent again; a refusal is thrown. */
async function sent(url, token, booking) {
  const answer = await fetch(url + createBooking.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(booking),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return false;
  const said = await answer.text().catch(() => undefined);
  if (said === undefined) return false;
  assert.ok(answer.ok, `A booking was refused: ${answer.status} ${said}`);
  return true;
}

/** Books all the time, each booking under the same id until it is acknowledged. */
function sendBookings(url, token) {
  const end = Date.now() + longestMs;
  const acknowledged = [];
  const moments = [Date.now()];
  let isOver = false;
  const lanes = Promise.all(
    Array.from({ length: senders }, async () => {
      while (!isOver && Date.now() < end) {
        const booking = aNewBooking();
        while (!(await sent(url, token, booking))) await sleep(200);
        acknowledged.push(booking._id);
        moments.push(Date.now());
        await sleep(100);
      }
    }),
  );
  // Whoever waits for it hears of the failure, maybe later.
  lanes.catch(() => undefined);
  return {
    /** Resolves some time after bookings are acknowledged again. */
    async goOn() {
      const asked = Date.now();
      while (moments.at(-1) <= asked) {
        assert.ok(Date.now() < end, 'Bookings were not acknowledged in time.');
        await Promise.race([lanes, sleep(100)]);
      }
      await sleep(calmMs);
    },
    /** The longest time without an acknowledged booking, in milliseconds. */
    gapSince(since) {
      const pairs = moments.slice(1).map((moment, before) => [moments[before], moment]);
      return Math.max(...pairs.filter(([, to]) => to > since).map(([from, to]) => to - from));
    },
    async stop() {
      isOver = true;
      await lanes;
      return acknowledged;
    },
  };
}

/** A write that reaches a primary which stands still, over a connection that was there before. */
async function claimOn(url) {
  const client = new pg.Client(url);
  let outcome = 'unanswered';
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table claims (made timestamptz)');
  return {
    send() {
      client.query('insert into claims values (now())').then(
        () => (outcome = 'accepted'),
        () => (outcome = 'refused'),
      );
    },
    async outcome() {
      for (let tries = 0; tries < 100 && outcome === 'unanswered'; tries += 1) await sleep(100);
      return outcome;
    },
  };
}

/** The lock of server/backup/take.ts. */
const locksOfBackups = "select pid from pg_locks where locktype = 'advisory' and objid = 4400003";

/** Waits until a database has as many bookings as were acknowledged, and compares them. */
async function holdsAll(url, acknowledged) {
  let ids = [];
  for (let tries = 0; tries < 100 && ids.length !== acknowledged.length; tries += 1) {
    if (tries > 0) await sleep(100);
    ids = (await rowsOf(url, 'select id from bookings')).map(({ id }) => id);
  }
  assert.deepEqual(ids.sort(), [...acknowledged].sort());
}

async function rowsOf(url, statement) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
