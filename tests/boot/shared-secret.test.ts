import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { secretFingerprint } from '#server/db/shared-secret.ts';
import { createSecretBox } from '#server/features/auth/secret-box.ts';
import { prepareDatabase } from '#server/process/opened-database.ts';
import { queues } from '#server/queues.ts';
import { freePort } from '#tests/support/free-port.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const [first, second, third] = [
  'Qm4vT8xZr2Lw9sKd7nPf3gHj6bYc5aVe',
  'Zp5tR8wXq1Nv3mKc7bHf2jLd6gYs9aTe',
  'Ws3eD7rFt9Gy2hUj8iKo4lPz6xCv5bNm',
] as const;
const dataDir = temporaryFolder();
const refusal =
  /^JWT_SECRET is not the one that the other servers of this database have. Set it to theirs/;
let database: ClonedDatabase;

beforeEach(async () => {
  database = await cloneDatabase();
  const made = database;
  onTestFinished(() => made.drop());
});
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = (secret: string, more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  JWT_SECRET: secret,
  ...more,
});

/** What a server, or `hanya migrate`, does with the database before it serves. */
const starts = (secret: string, more?: Record<string, string>) =>
  prepareDatabase(readConfig(settings(secret, more)), database);

/** A server that leaves migrations to somebody else. */
const serves = (secret: string, previous?: string) =>
  starts(secret, { MIGRATE: 'off', ...(previous && { JWT_SECRET_PREVIOUS: previous }) });

const migrates = (secret: string, previous?: string) =>
  starts(secret, previous ? { JWT_SECRET_PREVIOUS: previous } : {});

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

const noted = async () =>
  (await ask(database.appUrl, 'select secret_fingerprint as noted from installation'))[0]?.[
    'noted'
  ];

/** A program of the product, to its end. */
async function run(script: string, env: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

test('a server with another secret is refused before it changes anything, whoever migrates', async () => {
  await starts(first);
  const before = await ask(database.ownerUrl, 'select * from migrations, installation, releases');
  await expect(migrates(second)).rejects.toThrow(refusal);
  await expect(serves(second)).rejects.toThrow(refusal);
  // Only who knows the old one may change it.
  await expect(migrates(second, third)).rejects.toThrow(refusal);
  expect(await ask(database.ownerUrl, 'select * from migrations, installation, releases')).toEqual(
    before,
  );
  await migrates(first);
  await serves(first);
});

test('of two servers with different secrets that start at once, one starts', async () => {
  const started = await Promise.allSettled([starts(first), starts(second)]);
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('the program ends with that sentence and with 1', async () => {
  await starts(first);
  const { code, said } = await run(
    'server/main.ts',
    settings(second, { PORT: String(await freePort()), PROCESSES: '1', MIGRATE: 'off' }),
  );
  expect(said).toMatch(refusal);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test('a secret that nobody has noted yet keeps no server from starting', async () => {
  await migrate(database.ownerUrl, database.appUrl, { queues });
  await serves(first);
  expect(await noted()).toBeNull();
  await serves(second);
});

test('what is noted is no secret, differs from secret to secret, and the application can’t write it', async () => {
  await starts(first);
  expect(await noted()).toBe(secretFingerprint(first));
  expect(secretFingerprint(first)).toMatch(/^[0-9a-f]{32}$/);
  expect(secretFingerprint(first)).not.toBe(secretFingerprint(second));
  const closed = createSecretBox([first]).close('a key');
  expect(createSecretBox([secretFingerprint(first)]).open(closed)).toBeNull();
  for (const statement of [
    'update installation set secret_fingerprint = null',
    'delete from installation',
    'insert into installation default values',
  ])
    await expect(ask(database.appUrl, statement), statement).rejects.toThrow('permission denied');
});

test('a secret is changed on servers that migrate, one after the other, as docs/operations.md says', async () => {
  await migrates(first);
  // 1. Each knows the new one.
  await migrates(first, second);
  await migrates(first);
  // 2. Each signs with it; one that is still before this step restarts meanwhile.
  await migrates(second, first);
  await migrates(first, second);
  await migrates(second, first);
  // 3. The old one is left out.
  await migrates(second);
  await expect(migrates(first)).rejects.toThrow(refusal);
});

test('a secret is changed on servers that don’t migrate, and hanya migrate notes it after them', async () => {
  await migrates(first);
  await serves(first, second);
  await serves(second, first);
  await serves(first, second);
  await migrates(second, first);
  // One that was left behind may still restart.
  await serves(first, second);
  await serves(second);
  await expect(serves(first)).rejects.toThrow(refusal);
});

test('hanya migrate --new-secret takes the place of a secret that is lost', async () => {
  await migrates(first);
  const plain = await run('server/commands/migrate.ts', settings(second));
  expect(plain).toMatchObject({ code: 1, said: expect.stringMatching(refusal) as string });
  const told = await run('server/commands/migrate.ts', settings(second), '--new-secret');
  expect(told).toMatchObject({
    code: 0,
    said: expect.stringContaining('Set it on each of them') as string,
  });
  await serves(second);
  await expect(serves(first)).rejects.toThrow(refusal);
});

test('an older version beside a newer database is refused with another secret, and notes a new one', async () => {
  await migrates(first);
  await ask(
    database.ownerUrl,
    `insert into releases (version, oldest_beside) values ('9.0.0', '0.0.1')`,
  );
  await expect(migrates(second)).rejects.toThrow(refusal);
  await migrates(second, first);
  await migrates(second);
});

test('the embedded database has one server, which starts with whatever secret it has', async () => {
  await migrates(first);
  const own = readConfig({ DATA_DIR: dataDir, JWT_SECRET: second });
  await prepareDatabase(own, database);
  expect(await noted()).toBe(secretFingerprint(first));
});

test('a database that was read back by other means takes this machine’s secret when told to', async () => {
  await migrates(first);
  // Of another cluster, with the rows and the note of before.
  await ask(database.ownerUrl, `update figure_mark set xid = '7000000000'`);
  await expect(serves(second)).rejects.toThrow('“Secrets are lost”');
  await migrate(database.ownerUrl, database.appUrl, {
    queues,
    secrets: [second],
    takesNewSecret: true,
  });
  await serves(second);
});
