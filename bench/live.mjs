// npm run bench -- live [--listeners=500] [--rate=50] [--seconds=20] [--everything=10] [--slow=0]
// How late live events are: a server on loopback, listeners, and bookings at a steady rate.
// `everything`: the percentage of listeners that see all zones; the others see one zone each.
// `slow`: further listeners that never read.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { liveBookings } from '../contract/live.ts';
import { closeDatabase, openDatabase } from '../server/db/database.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { openHome } from '../server/db/embedded/home.ts';
import { stopPostmaster } from '../server/db/embedded/postmaster.ts';
import { createTokens } from '../server/features/auth/tokens.ts';
import { machineMemoryMb, memoryFlags } from '../server/process/memory.ts';
import { storeBooking } from '../tests/support/raw-bookings.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const asked = readArguments();
/** Listeners whose events are looked at; the others only read. */
const watched = Math.min(100, asked.listeners);
const zones = [
  'Birnin Gwari',
  'Chikun',
  'Giwa',
  'Igabi',
  'Ikara',
  'Jaba',
  'Kachia',
  'Kagarko',
  'Kajuru',
  'Kaura',
  'Kauru',
  'Kubau',
  'Kudan',
  'Lere',
  'Makarfi',
  'Sanga',
  'Soba',
  'Zaria',
];
const secret = 'a secret for the measurement of live streams';
const dataDir = temporaryFolder();
const port = 20_000 + (process.pid % 20_000);
const crowds = [];
const crowdEnded = new AbortController();
let isOver = false;
let server;

try {
  await measure();
} finally {
  isOver = true;
  for (const crowd of crowds) crowd.disconnect();
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  const home = openHome(dataDir);
  await stopPostmaster(home);
  for (const folder of [home.folder, dataDir]) rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  server = await startServer();
  const { appUrl, ownerUrl } = await startEmbedded(dataDir);
  const people = await makePeople(ownerUrl);
  const before = usage(server.pid);
  const heard = await openStreams(people);
  await sleep(2_000);
  const idle = usage(server.pid);
  process.stdout.write(
    `${people.length} streams are open: ${mb(before.rss)} became ${mb(idle.rss)}.\n`,
  );

  const db = openDatabase(appUrl, { max: 8 });
  const made = await book(db, people[0].id);
  const busy = usage(server.pid);
  // Whatever is still on its way.
  await sleep(2_000);
  await closeDatabase(db);
  await report({ made, heard, idle, busy });
}

function readArguments() {
  const number = (usual) => ({ type: 'string', default: String(usual) });
  const { values } = parseArgs({
    options: {
      listeners: number(500),
      rate: number(50),
      seconds: number(20),
      everything: number(10),
      slow: number(0),
    },
  });
  const bounded = (name, most) =>
    Math.min(most, Math.max(0, Math.trunc(Number(values[name]) || 0)));
  return {
    listeners: Math.max(1, bounded('listeners', 8_000)),
    rate: Math.max(1, bounded('rate', 200)),
    seconds: Math.max(1, bounded('seconds', 120)),
    everything: bounded('everything', 100),
    slow: bounded('slow', 500),
  };
}

async function startServer() {
  const child = spawn(process.execPath, [...memoryFlags(machineMemoryMb(), 1), 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      JWT_SECRET: secret,
      PROCESSES: '1',
      MALLOC_ARENA_MAX: '2',
      SANDBOX_NOTICES: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers();
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
    if (said.includes('Hanya is ready at')) resolve();
  });
  child.once('exit', () => reject(new Error('The server ended.')));
  await promise;
  return child;
}

/** As many officers and observers of Kaduna as there are listeners, each with a session. */
async function makePeople(ownerUrl) {
  const people = Array.from({ length: asked.listeners + asked.slow }, (_, index) => {
    const seesAll = index === 0 || Math.random() * 100 < asked.everything;
    const zone = seesAll ? null : zones[index % zones.length];
    return { id: `bench-user-${index}`, session: `bench-session-${index}`, zone };
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const columns = ['id', 'session', 'zone'].map((name) => people.map((person) => person[name]));
  await owner.query(
    `insert into users (id, email, password_hash, first_name, last_name, role, state, zone)
     select id, id || '@bench.test', '', 'Bench', 'Mark', 'booking officer', 'Kaduna', zone
     from unnest($1::text[], $2::text[], $3::text[]) as people (id, session, zone)`,
    columns,
  );
  await owner.query(
    `insert into sessions (id, user_id, expires_at)
     select session, id, now() + interval '1 hour'
     from unnest($1::text[], $2::text[]) as people (id, session)`,
    columns.slice(0, 2),
  );
  await owner.end();
  const tokens = createTokens([secret]);
  const until = new Date(Date.now() + 3_600_000);
  return Promise.all(
    people.map(async (person) => ({
      ...person,
      token: await tokens.sign(person.session, person, until),
    })),
  );
}

/** The watched listeners lie evenly among the others, as those are served one after another. */
async function openStreams(people) {
  const normal = people.slice(0, asked.listeners);
  const slow = people.slice(asked.listeners);
  const count = asked.listeners > 1_000 ? Math.min(2, availableParallelism()) : 1;
  for (let index = 0; index < count; index += 1)
    crowds.push(
      fork(join(import.meta.dirname, 'live-crowd.mjs')).once('exit', () => crowdEnded.abort()),
    );
  const heard = [];
  const each = Math.ceil(normal.length / watched);
  for (let from = 0; from < normal.length; from += each) {
    const [first, ...others] = normal.slice(from, from + each);
    heard.push(await watch(first));
    await openIn(crowds[(from / each) % count], others, false);
  }
  await openIn(crowds[0], slow, true);
  return heard;
}

async function openIn(crowd, people, slow) {
  if (people.length === 0) return;
  crowd.send(people.map(({ token }) => ({ port, path: liveBookings.path, token, slow })));
  await once(crowd, 'message', { signal: crowdEnded.signal });
}

/**
 * Opens a stream and notes when each booking is heard of, by its id. One that is cut off goes on
 * where it broke off, as in a browser.
 */
async function watch(person) {
  const listener = { person, times: new Map(), cutOff: 0 };
  await follow(listener);
  return listener;
}

async function follow(listener, lastEventId) {
  const asking = request({
    port,
    host: '127.0.0.1',
    path: liveBookings.path,
    headers: {
      authorization: `Bearer ${listener.person.token}`,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  }).end();
  const [response] = await once(asking, 'response');
  if (response.statusCode !== 200) throw new Error(`A stream was refused: ${response.statusCode}.`);
  let rest = '';
  let lastId = lastEventId;
  response.setEncoding('utf8').on('data', (text) => {
    const at = performance.now();
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      lastId = /^id: (\S+)$/m.exec(block)?.[1] ?? lastId;
      const id = /"change":"made","booking":\{"_id":"(\w+)"/.exec(block)?.[1];
      if (id) listener.times.set(id, at);
    }
  });
  response.on('error', () => undefined);
  response.on('close', () => {
    if (isOver) return;
    listener.cutOff += 1;
    void follow(listener, lastId);
  });
}

/** Stores bookings at the rate asked for, straight into the database, as other processes would. */
async function book(db, officer) {
  const made = [];
  const writing = [];
  const total = asked.rate * asked.seconds;
  const began = performance.now();
  for (let count = 0; count < total; count += 1) {
    const due = began + (count * 1000) / asked.rate;
    if (due > performance.now()) await sleep(due - performance.now());
    const zone = zones[count % zones.length];
    writing.push(
      storeBooking(db, officer, { zone }).then((id) => {
        made.push({ id, zone, at: performance.now() });
      }),
    );
  }
  await Promise.all(writing);
  return made;
}

async function report({ made, heard, idle, busy }) {
  const delays = [];
  let missed = 0;
  for (const { person, times } of heard)
    for (const { id, zone, at } of made) {
      if (person.zone !== null && person.zone !== zone) continue;
      const heardAt = times.get(id);
      if (heardAt === undefined) missed += 1;
      else delays.push(Math.max(0, heardAt - at));
    }
  delays.sort((a, b) => a - b);
  const quantile = (share) => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? NaN);
  const crowd = { closed: 0, slowClosed: 0, bytes: 0 };
  for (const child of crowds) {
    child.send('counts');
    const [counts] = await once(child, 'message');
    for (const name of Object.keys(crowd)) crowd[name] += counts[name];
  }
  const lost = crowd.closed + heard.reduce((sum, { cutOff }) => sum + cutOff, 0);
  const seconds = (busy.at - idle.at) / 1000;
  const cpu = (100 * (busy.cpu - idle.cpu)) / seconds;
  const rows = [
    ['listeners', `${asked.listeners}, ${asked.everything} % of them of all zones`],
    ['bookings', `${made.length}, ${asked.rate} a second`],
    ['delay p50', `${quantile(0.5)} ms`],
    ['delay p99', `${quantile(0.99)} ms`],
    ['delay, longest', `${quantile(1)} ms`],
    ['events looked at', `${delays.length}, ${missed} missed`],
    ['streams cut off', `${lost}, and ${crowd.slowClosed} of ${asked.slow} slow ones`],
    ['sent', `${(crowd.bytes / 1e6 / seconds).toFixed(1)} MB/s`],
    ['server processor', `${cpu.toFixed(0)} % of a core`],
    ['server memory', `${mb(busy.rss)}, at most ${mb(busy.peak)}`],
  ];
  for (const [what, value] of rows) process.stdout.write(`${what.padEnd(18)}${value}\n`);
}

/** Processor seconds and memory in bytes of a process, as Linux counts them. */
function usage(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return {
    at: performance.now(),
    cpu: (Number(fields[11]) + Number(fields[12])) / 100,
    rss: kilobytes('VmRSS') * 1024,
    peak: kilobytes('VmHWM') * 1024,
  };
}

function mb(bytes) {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
