import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandsUnder } from '#tests/support/operators-commands.ts';
import { type BareMachine, makeBareMachine, whyNoBareMachine } from './bare-machine.ts';
import { versions } from './installed.ts';

// By hand: npm run proofs -- release. Each test goes on where the one before it ended.
const releases = process.env['RELEASES'] ?? '';
const why = whyNoBareMachine();
const [packages = '', install = '', first = ''] = commandsUnder('From file to first sign-in');
const [upgrade = '', back = ''] = commandsUnder('Another version');
const [email, password] = ['ladi@example.com', 'mango kettle 4477 road'];
const [older, newer] = versions();
const mostMs = 600_000;
let machine: BareMachine;
let bookings = 1;

if (why !== undefined) process.stdout.write(`No bare machine was tried: ${why}.\n`);

beforeAll(async () => {
  if (why !== undefined) return;
  machine = await makeBareMachine();
  for (const name of readdirSync(releases))
    copyFileSync(join(releases, name), join(machine.root, 'root', name));
  for (const name of ['first-work.mjs', 'steady-work.mjs'])
    copyFileSync(join(import.meta.dirname, name), join(machine.root, 'root', name));
}, mostMs);
afterAll(async () => {
  if (why === undefined) await machine.remove();
}, mostMs);

test.skipIf(why)(
  'from file to first sign-in, as written, on a machine with nothing but Debian',
  async () => {
    const none = 'for program in node npm git psql openssl; do ! command -v $program; done';
    expect(await machine.type(none)).toBe('');
    await timed('the packages', () => machine.type(packages, { network: true }));
    // As the package does where an init runs.
    await machine.type('service postgresql start');
    const answers = `${email}\nLadi\nYakubu\nKaduna\n${password}\n`;
    await timed('from file to a server', () => machine.type(install));
    const settings = 'cat /etc/hanya/*.env | sha256sum';
    const before = await machine.type(settings);
    await timed('the same, pasted again', () => machine.type(install));
    expect(await machine.type(settings)).toBe(before);
    const said = await timed('the first state admin', () =>
      machine.type(first, { input: answers }),
    );
    expect(said).toContain(`${email} is now a state admin.`);
    expect(said).toMatch(/^\d+ well, \d+ doubtful, 0 wrong$/m);
    expect(await worked()).toEqual({ version: older, page: true, bookings: 1 });
  },
  mostMs,
);

test.skipIf(why)(
  'an upgrade, as written, loses nothing of what is booked meanwhile',
  async () => {
    const { said, booked } = await underWork('the upgrade', upgrade);
    expect(said).toContain(`${newer} is running`);
    expect(booked).toBeGreaterThan(0);
    bookings += booked;
    const now = await worked();
    expect(now).toMatchObject({ version: newer, page: true });
    expect(now.bookings).toBeGreaterThan(bookings);
    ({ bookings } = now);
  },
  mostMs,
);

test.skipIf(why)(
  'the way back, as written, loses nothing of what was booked since the upgrade',
  async () => {
    const { booked } = await underWork('the way back', back);
    bookings += booked;
    const now = await worked();
    expect(now).toMatchObject({ version: older, page: true });
    expect(now.bookings).toBeGreaterThan(bookings);
    await machine.type('runuser -u hanya -- hanya audit verify');
  },
  mostMs,
);

const node = '/opt/hanya/current/node';

/** Signs in on the machine and books; answers what the server and its lists say then. */
async function worked(): Promise<{ version: string; page: boolean; bookings: number }> {
  const said = await machine.type(`${node} first-work.mjs ${email} "${password}"`);
  return JSON.parse(said) as { version: string; page: boolean; bookings: number };
}

/**
 * Types commands while somebody sends two requests a second, and answers how many bookings were
 * acknowledged. All of them must be there afterwards. Says how long nothing was answered.
 */
async function underWork(what: string, commands: string) {
  const work = machine.type(`rm -f enough; exec ${node} steady-work.mjs ${email} "${password}"`);
  try {
    const said = await timed(what, () => machine.type(commands));
    return { said, ...(await endOf()) };
  } catch (error) {
    await endOf();
    throw error;
  }

  async function endOf() {
    await machine.type('sleep 3; touch enough');
    const { lost, booked, requests, unanswered, gapMs } = JSON.parse(await work) as SteadyWork;
    process.stdout.write(
      `  ${requests} requests, ${unanswered} not answered, ${booked} bookings acknowledged; the longest time without an answer: ${(gapMs / 1_000).toFixed(1)} s\n`,
    );
    expect(lost).toEqual([]);
    return { booked };
  }
}

interface SteadyWork {
  readonly lost: readonly string[];
  readonly booked: number;
  readonly requests: number;
  readonly unanswered: number;
  readonly gapMs: number;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await work();
  process.stdout.write(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`);
  return answer;
}
