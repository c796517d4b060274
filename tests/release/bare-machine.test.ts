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

if (why !== undefined) process.stdout.write(`No bare machine was tried: ${why}.\n`);

beforeAll(async () => {
  if (why !== undefined) return;
  machine = await makeBareMachine();
  for (const name of readdirSync(releases))
    copyFileSync(join(releases, name), join(machine.root, 'root', name));
  copyFileSync(join(import.meta.dirname, 'first-work.mjs'), join(machine.root, 'root', 'work.mjs'));
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
    expect(said).toContain(`${email} is a state admin now.`);
    expect(said).toMatch(/^\d+ well, \d+ doubtful, 0 wrong$/m);
    expect(await worked()).toEqual({ version: older, page: true, bookings: 1 });
  },
  mostMs,
);

test.skipIf(why)(
  'an upgrade, as written, keeps what was booked',
  async () => {
    const said = await timed('the upgrade', () => machine.type(upgrade));
    expect(said).toContain(`${newer} serves`);
    expect(await worked()).toEqual({ version: newer, page: true, bookings: 2 });
  },
  mostMs,
);

test.skipIf(why)(
  'the way back, as written, keeps what was booked since the upgrade',
  async () => {
    await timed('the way back', () => machine.type(back));
    expect(await worked()).toEqual({ version: older, page: true, bookings: 3 });
    await machine.type('runuser -u hanya -- hanya audit verify');
  },
  mostMs,
);

/** Signs in on the machine and books; answers what the server and its lists say then. */
async function worked(): Promise<unknown> {
  const said = await machine.type(`/opt/hanya/current/node work.mjs ${email} "${password}"`);
  return JSON.parse(said);
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await work();
  process.stdout.write(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`);
  return answer;
}
