// npm run bench -- officers <folder> [minutes] [officers] [MB]: so many officers at work on the data of a
// folder that `fill` made, and what the product started by `npm start` takes of so much memory. At
// the end PostgreSQL is killed, and the seconds are told until the product is ready again.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addresses, storedPasswords } from '#server/db/embedded/embedded.ts';
import { createTokens } from '#server/features/auth/tokens.ts';
import { memoryOf, start, stopAll } from './asking.mjs';

const [folder, minutes = '60', officers = '200', memoryMb = '1024'] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- officers <folder> [minutes] [officers] [MB]\n');
  process.exit(2);
}
const port = 20_000 + (process.pid % 20_000);
const product = `http://127.0.0.1:${port}`;
const secret = 'for measuring on loopback, and for nothing else';
/** Seconds between two things that an officer does, at least and at most. */
const pause = [10, 30];
const until = Date.now() + Math.min(Number(minutes), 180) * 60_000;

const drawn = (most) => Math.floor(Math.random() * most);
const letters = (count) =>
  Array.from({ length: count }, () => String.fromCharCode(65 + drawn(26))).join('');
const plate = () => `${letters(3)}-${String(drawn(1000)).padStart(3, '0')}${letters(2)}`;
const get = (path) => ({ path });

/** What an officer does, as often as a shift has it. */
const deeds = [
  [5, () => ({ path: '/api/v1/booking', body: booking() })],
  [5, () => get(`/api/v1/dossier/known?of=plate&value=${plate()}`)],
  [4, () => get('/api/v1/booking?limit=10&page=1&_boolcompleted=true')],
  [3, () => get('/api/v1/booking?limit=10&page=1&_boolpaid=false')],
  [2, () => get(`/api/v1/booking?limit=10&page=1&_searchname=${plate()}`)],
  [1, () => get('/api/v1/booking?limit=10&page=1&_searchname=musa%20bello')],
  [2, () => get('/api/v1/booking/stat')],
  [1, () => get('/api/v1/booking?limit=12')],
  [2, () => get('/api/v1/map')],
];
const lot = deeds.flatMap(([times, deed]) => Array.from({ length: times }, () => deed));

const server = await start(['scripts/start.mjs'], {
  ready: 'Hanya is ready at',
  env: {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    MEMORY_MB: memoryMb,
    PROCESSES: '1',
    DEMO: 'off',
    JWT_SECRET: secret,
  },
});
const took = [];
const answered = new Map();
let mostServing = 0;
let mostOfAll = 0;
try {
  const { ownerUrl } = addresses(postmaster().port, storedPasswords(folder));
  const tokens = await makeOfficers(ownerUrl);
  const watching = new AbortController();
  await Promise.all([
    watchMemory(),
    ...tokens.map(async (token) => {
      void listen(token, watching.signal);
      await work(token);
    }),
  ]);
  watching.abort();
  await sayFigures();
  await killDatabase();
} finally {
  await stopAll();
}

function booking() {
  return {
    license: `${letters(3)}${String(drawn(100_000)).padStart(5, '0')}AA${drawn(90) + 10}`,
    name: `Musa ${letters(6)}`,
    phoneNo: `080${String(drawn(100_000_000)).padStart(8, '0')}`,
    address: `${drawn(90)} Ahmadu Bello Way`,
    registration: plate(),
    color: 'Blue',
    make: 'Toyota',
    model: 'Corolla',
    vehicleType: 'Private',
    type: 'Petrol',
    zone: 'Chikun',
    location: `Junction ${drawn(300)}`,
    eoCode: `EO${drawn(99)}`,
    position: { lat: 10.4 + Math.random() / 5, lng: 7.3 + Math.random() / 5, accuracy: 12 },
    offence: [{ id: 'LGC-07' }, { id: 'LGC-12' }],
  };
}

async function work(token) {
  await sleep(drawn(pause[1] * 1000));
  while (Date.now() < until) {
    await ask(token, lot[drawn(lot.length)]());
    await sleep((pause[0] + drawn(pause[1] - pause[0])) * 1000);
  }
}

async function ask(token, { path, body }) {
  const began = performance.now();
  let said;
  try {
    const answer = await fetch(`${product}${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    said = answer.status;
  } catch (error) {
    said = error.message;
  }
  took.push(performance.now() - began);
  const name = `${body ? 'POST' : 'GET'} ${path.split('?')[0]} ${said}`;
  answered.set(name, (answered.get(name) ?? 0) + 1);
}

/** The live stream that every signed-in screen holds. */
async function listen(token, signal) {
  while (!signal.aborted)
    try {
      const answer = await fetch(`${product}/api/v1/booking/live`, {
        headers: { authorization: `Bearer ${token}` },
        signal,
      });
      for await (const _ of answer.body);
    } catch {
      if (!signal.aborted) await sleep(3_000);
    }
}

async function makeOfficers(ownerUrl) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const count = Number(officers);
  await owner.query(
    `insert into users (id, email, password_hash, first_name, last_name, role, state)
     select 'at-work-' || n, 'at-work-' || n || '@bench.test', '', 'Bench', 'Officer ' || n,
            'booking officer', 'Kaduna'
     from generate_series(1, $1::int) as n on conflict do nothing`,
    [count],
  );
  await owner.query(
    `insert into sessions (id, user_id, expires_at)
     select 'at-work-' || n, 'at-work-' || n, now() + interval '4 hours'
     from generate_series(1, $1::int) as n
     on conflict (id) do update
       set created_at = now(), expires_at = excluded.expires_at, last_used_at = now(), ended_at = null`,
    [count],
  );
  await owner.end();
  const tokens = createTokens([secret]);
  const expires = new Date(Date.now() + 4 * 3_600_000);
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const id = `at-work-${index + 1}`;
      return tokens.sign(id, { id }, expires);
    }),
  );
}

async function watchMemory() {
  while (Date.now() < until) {
    const { serving, all } = memoryNow();
    mostServing = Math.max(mostServing, serving);
    mostOfAll = Math.max(mostOfAll, all);
    if (took.length > 0 && Math.floor(Date.now() / 1000) % 300 < 10) await sayFigures();
    await sleep(10_000);
  }
}

/** Megabytes of the process that serves and of all; memory that several share is counted once. */
function memoryNow() {
  const processes = descendants(server.pid).concat(postmaster().pid, descendants(postmaster().pid));
  let serving = 0;
  let all = 0;
  for (const pid of [server.pid, ...new Set(processes)])
    try {
      const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      all += Number(pss ?? 0) / 1024;
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts'))
        serving = Math.max(serving, memoryOf({ pid }).now);
    } catch {
      // A connection of PostgreSQL ended meanwhile.
    }
  return { serving, all: Math.round(all) };
}

function descendants(pid) {
  const parents = new Map();
  for (const entry of readdirSync('/proc'))
    if (/^\d+$/.test(entry))
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      } catch {
        // It ended meanwhile.
      }
  const found = [];
  const look = (parent) => {
    for (const [child, its] of parents)
      if (its === parent) {
        found.push(child);
        look(child);
      }
  };
  look(pid);
  return found;
}

function postmaster() {
  const [pid, , , portOf] = readFileSync(postmasterFile(), 'utf8').split('\n');
  return { pid: Number(pid), port: Number(portOf) };
}

function postmasterFile() {
  const cluster = readdirSync(`${folder}/postgres`, { recursive: true }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  return `${folder}/postgres/${String(cluster)}`;
}

async function sayFigures() {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const [load] = readFileSync('/proc/loadavg', 'utf8').split(' ');
  process.stdout.write(
    `${new Date().toISOString()} ${took.length} calls, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; ` +
      `serving process at most ${mostServing} MB, all at most ${mostOfAll} MB; load ${load}\n`,
  );
  const others = [...answered].filter(([name]) => !/ 20\d$/.test(name));
  if (others.length > 0) process.stdout.write(`${JSON.stringify(others)}\n`);
}

async function killDatabase() {
  const { pid } = postmaster();
  const began = performance.now();
  process.kill(pid, 'SIGKILL');
  // Ready is told by the product; until it has noticed, it says so of the database that is gone.
  let wasAway = false;
  for (;;) {
    const ready = await fetch(`${product}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    wasAway ||= !ready;
    const seconds = (performance.now() - began) / 1000;
    if ((ready && wasAway) || seconds > 60) {
      const [load] = readFileSync('/proc/loadavg', 'utf8').split(' ');
      process.stdout.write(
        `ready ${seconds.toFixed(1)} s after PostgreSQL was killed, load ${load}\n`,
      );
      return;
    }
    await sleep(50);
  }
}
