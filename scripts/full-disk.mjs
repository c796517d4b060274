// npm run proofs -- full-disk: fills the disk under a running server while people book, makes room again, and
// holds what was acknowledged against what is there. Needs a system on which it may mount a tmpfs.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { bootstrap } from './lib/bootstrap.mjs';

const megabytes = 320;
const port = 4_497;
const url = `http://127.0.0.1:${port}`;
const password = randomBytes(12).toString('hex');

const node = await bootstrap();
const dataDir = mkdtempSync(join(tmpdir(), 'hanya-full-'));
const mounted = spawnSync('mount', [
  '-t',
  'tmpfs',
  '-o',
  `size=${megabytes}m,mode=0755`,
  'hanya-full',
  dataDir,
]);
if (mounted.status !== 0) {
  process.stdout.write('No small disk can be mounted here, so nothing was tried.\n');
  rmSync(dataDir, { recursive: true });
  process.exit(0);
}
const say = (line) => process.stdout.write(`${line}\n`);
const faults = [];
let server;
try {
  // Inside, so that the database may go in too where root lends it to another user.
  const home = join(dataDir, 'data');
  mkdirSync(home);
  const { said, token } = await begin(home);
  const acknowledged = [];
  const answers = { before: new Map(), full: new Map(), after: new Map() };
  let phase = 'before';
  let over = false;
  const note = (what) => answers[phase].set(what, (answers[phase].get(what) ?? 0) + 1);
  const booking = (async () => {
    while (!over) {
      const _id = ulid();
      const sent = await ask('POST', '/api/v1/booking', token, ticket(_id));
      if (sent.status === 201) acknowledged.push(_id);
      note(`book ${sent.status} ${sent.code ?? ''}`.trim());
      await sleep(30);
    }
  })();
  const reading = (async () => {
    while (!over) {
      const { status, code } = await ask('GET', '/api/v1/booking?limit=10', token);
      note(`list ${status} ${code ?? ''}`.trim());
      await sleep(200);
    }
  })();
  await sleep(3_000);
  const filler = join(dataDir, 'filler');
  phase = 'full';
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    fill(filler);
    await sleep(100);
  }
  const ready = await fetch(`${url}/health/live`).then(({ status }) => status, String);
  if (ready !== 200) faults.push(`The server itself was gone: ${ready}`);
  rmSync(filler);
  phase = 'after';
  const made = Date.now();
  while (![...answers.after.keys()].includes('book 201') && Date.now() - made < 60_000)
    await sleep(100);
  const seconds = ((Date.now() - made) / 1_000).toFixed(1);
  if (!answers.after.has('book 201')) faults.push('It did not come back within a minute.');
  else say(`✓ it takes bookings again ${seconds} s after there was room, without anybody`);
  await sleep(1_000);
  over = true;
  await Promise.all([booking, reading]);
  for (const [when, counts] of Object.entries(answers))
    say(`  ${when}: ${[...counts].map(([what, count]) => `${what}: ${count}`).join(', ')}`);
  const unexpected = [...answers.full.keys()].filter((what) => / (?!201|200|503)\d/.test(what));
  if (unexpected.length > 0) faults.push(`While it was full: ${unexpected.join(', ')}`);
  if (![...answers.full.keys()].some((what) => what.startsWith('book 503')))
    faults.push('No booking was refused, so the disk was never full.');
  let lost = 0;
  for (const id of acknowledged)
    if ((await ask('GET', `/api/v1/booking/${id}`, token)).status !== 200) lost += 1;
  if (lost > 0) faults.push(`${lost} of ${acknowledged.length} acknowledged bookings are gone.`);
  else say(`✓ all ${acknowledged.length} acknowledged bookings are there`);
  const restarts = said().split('The database has started again').length - 1;
  say(`  PostgreSQL was started again ${restarts} times`);
} finally {
  server?.kill('SIGTERM');
  if (server?.exitCode === null) await new Promise((done) => server.once('close', done));
  spawnSync('umount', [dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
}
for (const fault of faults) say(`✗ ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Writes until nothing more goes in. */
function fill(path) {
  const file = openSync(path, 'a');
  for (const piece of [Buffer.alloc(1_048_576, 1), Buffer.alloc(4_096, 1)]) {
    try {
      for (;;) writeSync(file, piece);
    } catch {
      // No room for a piece of this size.
    }
  }
  closeSync(file);
}

async function begin(home) {
  let text = '';
  server = spawn(node, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: home,
      DEMO: 'off',
      PROCESSES: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (text += part));
  while (!text.includes('set-up code')) {
    if (server.exitCode !== null) throw new Error(text);
    await sleep(100);
  }
  const { token } = await ask('POST', '/api/v1/auth/register', undefined, {
    email: 'ladi@example.com',
    firstName: 'Ladi',
    lastName: 'Yakubu',
    state: 'Kaduna',
    password,
    setupCode: /set-up code (\S+)/.exec(text)?.[1],
  });
  if (!token) throw new Error(`Nobody could register: ${text}`);
  return { said: () => text, token };
}

/** The answer's status, with what its body says; status 0 where none came. */
async function ask(method, path, token, body) {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    return { ...(await answer.json()), status: answer.status };
  } catch (error) {
    return { status: 0, code: String(error) };
  }
}

function ticket(_id) {
  return {
    _id,
    license: 'KAD-12345-AA',
    name: 'Sani Abdullahi',
    phoneNo: '08031234567',
    address: 'Kano Road',
    registration: 'KTU 481 AE',
    zone: 'Zaria',
    notes: 'x'.repeat(400),
    offence: [{ id: 'LGC-01' }],
  };
}
