// npm run proofs -- abuse [rounds]: 400 sign-ins, 60 papers, 50 forms with a picture, all at once, again and again,
// beside 200 bodies that come byte by byte, from a process of its own; meanwhile somebody else asks for
// lists. Fails when the slowest in a hundred of those takes more than five times as long as when it was quiet.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, loadavg, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { queues } from '#server/queues.ts';
import { openSession } from '../tests/support/client.ts';
import { makeAccount, testPassword } from '../tests/support/factories.ts';
import { freePort } from '../tests/support/free-port.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { start, stopAll } from './asking.mjs';
import { makeBookings } from './data.mjs';

const rounds = Number(process.argv[2] ?? 8);
const bookings = 20_000;
const askers = 4;
/** Milliseconds between an answer and the next question of the same asker. */
const thinkMs = 30;
const quietLists = 800;
const allowed = 5;

const folder = temporaryFolder();
const database = await startEmbedded(folder);
try {
  const others = loadavg()[0] / availableParallelism();
  if (others > 0.5)
    say(
      `  This machine has ${others.toFixed(1)} times its work already: what follows says little.`,
    );
  const url = await startProduct();
  const { asker, attackers, emails, papers } = await whoAndWhat(url);

  const over = new AbortController();
  await ask(url, asker, { count: 200 });
  const quiet = await ask(url, asker, { count: quietLists });
  print('quiet', quiet);

  const crowd = fork(new URL('abuse/crowd.mjs', import.meta.url), { detached: true });
  yieldToAll(crowd.pid);
  crowd.send({ url, emails, password: testPassword, attackers, papers, rounds });
  await once(crowd, 'message');
  const answers = once(crowd, 'message').finally(() => over.abort());
  const during = await ask(url, asker, { signal: over.signal });
  const [counts] = await answers;
  crowd.kill();
  print('meanwhile', during);
  await sleep(3_000);
  print('afterwards', await ask(url, asker, { count: quietLists }));
  for (const [what, statuses] of Object.entries(counts))
    say(
      `  ${what}: ${Object.entries(statuses)
        .map(([status, count]) => `${status} ${count} times`)
        .join(', ')}`,
    );

  const ratio = percentile(during.times, 99) / percentile(quiet.times, 99);
  const refused = Object.keys(during.statuses).filter((status) => status !== '200');
  const holds = ratio <= allowed && refused.length === 0;
  say(
    `${holds ? '✓' : '✗'} meanwhile the slowest list of a hundred takes ${ratio.toFixed(1)} times as long; allowed are ${allowed}`,
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  await stopAll();
  await database.stop();
  for (const made of [database.folder, folder]) rmSync(made, { recursive: true, force: true });
}

/** A crowd is elsewhere: it takes no turn of the server's, nor of whoever asks. */
function yieldToAll(pid) {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    // Linux shares out the processor among sessions first.
    writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // It doesn't, then.
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** As many processes as by default, behind a proxy that says who asks. */
async function startProduct() {
  await migrate(database.ownerUrl, database.appUrl, { queues });
  await makeBookings(database.ownerUrl, bookings, { trail: false });
  const port = await freePort();
  await start(['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: `${folder}/product`,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      DEMO: 'off',
      JWT_SECRET: 'for measuring on loopback, and for nothing else',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  return `http://127.0.0.1:${port}`;
}

async function whoAndWhat(url) {
  const db = openDatabase(database.ownerUrl, { max: 1 });
  const emails = [];
  for (let made = 0; made < 40; made += 1)
    emails.push((await makeAccount(db, 'booking officer')).email);
  const { email } = await makeAccount(db, 'zonal head');
  // Those of tests are quickly verified.
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(testPassword) })
    .execute();
  await closeDatabase(db);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `select id from bookings where organisation = 'Kaduna' order by id desc limit 600`,
  );
  await owner.end();
  const attackers = [];
  for (const each of emails.slice(0, 12)) attackers.push((await openSession(url, each)).token);
  const { token } = await openSession(url, email);
  return { emails, attackers, papers: rows.map(({ id }) => id), asker: token };
}

/** Has a few people turn pages, so many or until it is over; answers how long each took, in milliseconds. */
async function ask(url, token, { count = Infinity, signal }) {
  const times = [];
  const statuses = {};
  const headers = { authorization: `Bearer ${token}` };
  await Promise.all(
    Array.from({ length: askers }, async (_, asker) => {
      for (let turn = asker; times.length < count && !signal?.aborted; turn += 1) {
        const began = performance.now();
        const answer = await fetch(
          `${url}/api/v1/booking?limit=10&_boolcompleted=true&page=${(turn % 40) + 1}`,
          { headers },
        );
        await answer.arrayBuffer();
        times.push(performance.now() - began);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        await sleep(thinkMs);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { times, statuses };
}

function percentile(sorted, percent) {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}

function print(what, { times, statuses }) {
  const [half, ninety, most] = [50, 99, 100].map((each) => percentile(times, each).toFixed(1));
  const said = Object.keys(statuses).join(', ');
  say(
    `  ${what}: ${times.length} lists (${said}): p50 ${half} ms, p99 ${ninety} ms, at most ${most} ms`,
  );
}
