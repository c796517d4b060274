import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wake } from '#contract/auth.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { createClient } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/free-port.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { testSecret } from '#tests/support/test-app.ts';

const dataDir = temporaryFolder();
let clone: ClonedDatabase;
let db: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl, { max: 2 });
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Types these lines at the command; resolves to how it ended and what it said. */
async function createAdmin(answers: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/commands/create-admin.ts'], {
    env: { ...plainEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [said, wrong] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (wrong += text.toString()));
  child.stdin.end(`${answers.join('\n')}\n`);
  const [code] = (await once(child, 'close')) as [number];
  return { code, said, wrong };
}

const answersOf = (email: string) => [
  email,
  'Hauwa',
  'Bello',
  'Kaduna',
  'lorry-quiet-eleven-fields',
];

test('an account that is made at the server is told to its owner and to the state admins who look after it', async () => {
  const inKaduna = await makeAccount(db, 'state admin');
  const inOgun = await makeAccount(db, 'state admin', { state: 'Ogun' });
  const made = await createAdmin(answersOf('hauwa@example.com'), external());
  expect(made.code).toBe(0);
  const folder = join(dataDir, 'mail');
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const to = (email: string) => mails.filter((mail) => mail.includes(`To: ${email}\r\n`));
  expect(to('hauwa@example.com')).toHaveLength(1);
  expect(to(inKaduna.email)).toEqual([expect.stringContaining('hauwa@example.com')]);
  expect(to(inOgun.email)).toEqual([]);
});

const external = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: clone.appUrl,
  JWT_SECRET: testSecret,
  DATABASE_OWNER_URL: clone.ownerUrl,
});

const refusals: [string, string, Record<number, string>, RegExp][] = [
  ['no address', 'hauwa', {}, /email/i],
  [
    'a state that there is not',
    'sani@example.com',
    { 3: 'Kano' },
    /Enter Kaduna, Ogun, Lagos, Abuja/,
  ],
  ['an easy password', 'sani@example.com', { 4: 'password1234' }, /password/i],
];

async function expectRefused(
  email: string,
  changed: Record<number, string>,
  sentence: RegExp,
): Promise<void> {
  const answers = Object.assign(answersOf(email), changed);
  const refused = await createAdmin(answers, external());
  expect(refused.code).toBe(1);
  expect(refused.wrong).toMatch(sentence);
  expect(refused.wrong.trim().split('\n')).toHaveLength(1);
}

test('an address that has an account is refused in one sentence', async () => {
  const { email } = await makeAccount(db, 'state admin');
  await expectRefused(email, {}, /already has an account/);
});

test.each(refusals)(
  '%s is refused in one sentence',
  { tags: 'night' },
  async (_what, email, changed, sentence) => expectRefused(email, changed, sentence),
);

test(
  'beside a running server on its embedded database an admin is made, and the server goes on',
  { tags: 'night' },
  async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const env = { DATA_DIR: folder, DEMO: 'off', PORT: String(port), PROCESSES: '1' };
    const server = spawn(process.execPath, ['server/main.ts'], {
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const isReady = Promise.withResolvers<undefined>();
      server.stdout.on('data', (text: Buffer) => {
        if (text.toString().includes('Hanya is ready')) isReady.resolve(undefined);
      });
      await isReady.promise;
      const stateNow = async () => (await createClient(`http://127.0.0.1:${port}`).ok(wake)).data;
      expect(await stateNow()).toBe('empty');
      const made = await createAdmin(answersOf('hauwa@example.com'), env);
      expect(made.code).toBe(0);
      expect(made.said).not.toContain('lorry-quiet');
      expect(await stateNow()).toBe('up');
    } finally {
      server.kill('SIGTERM');
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
