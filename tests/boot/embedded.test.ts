import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { StartError } from '#server/process/start-error.ts';
import { until } from '../support/journey.ts';
import { smallMemoryMb } from '../support/plain-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const starter = fileURLToPath(new URL('./starter.ts', import.meta.url));
const outer = temporaryFolder();
const dataDir = join(outer, 'data');
const privateDir = join(outer, 'private', 'data');
const running: EmbeddedDatabase[] = [];
const homes = new Set<string>();

async function start(folder = dataDir): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(folder, { databaseMemoryMb: smallMemoryMb });
  running.push(database);
  homes.add(database.folder);
  return database;
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
});
afterAll(() => {
  for (const folder of [...homes, outer]) rmSync(folder, { recursive: true, force: true });
});

test('what was written is there after a restart', async () => {
  const first = await start();
  await ask(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS number');
  await first.stop();
  const second = await start();
  expect(await ask(second.ownerUrl, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
});

test('a first start that is killed while its cluster is made leaves the next one a free hand', async () => {
  const folder = join(outer, 'killed-early');
  const killed = spawn(process.execPath, [starter, folder]);
  await until('the cluster is being made', () =>
    Promise.resolve(draftsIn(join(folder, 'postgres')).length > 0),
  );
  // Its initdb lives on, and still writes while the next start begins.
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const { ownerUrl } = await start(folder);
  expect(await ask(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

const draftsIn = (home: string): string[] =>
  existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('cluster.new')) : [];

test(
  'a server that outlived its killed starter is adopted, and stops with its adopter',
  { tags: 'night' },
  async () => {
    const killed = spawn(process.execPath, [starter, dataDir]);
    const [said] = (await once(killed.stdout, 'data')) as [Buffer];
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const adopted = await start();
    expect(adopted.appUrl).toBe(said.toString().trim());
    await adopted.stop();
    await expect(ask(adopted.appUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  },
);

test('a server that was itself killed starts again', async () => {
  const first = await start();
  process.kill(
    Number(readFileSync(join(first.folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );
  const second = await start();
  expect(await ask(second.appUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
});

test(
  'a pid file whose number belongs to another program by now doesn’t prevent a start',
  { tags: 'night' },
  async () => {
    const first = await start();
    await first.stop();
    const pidFile = join(first.folder, 'cluster/postmaster.pid');
    writeFileSync(
      pidFile,
      `${process.pid}\n${first.folder}/cluster\n1\n5432\n\n127.0.0.1\n\nready   \n`,
    );
    const second = await start();
    expect(await ask(second.appUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
  },
);

test('the application’s role may neither make tables nor databases nor roles', async () => {
  const { appUrl } = await start();
  for (const attempt of ['CREATE TABLE x ()', 'CREATE DATABASE x', 'CREATE ROLE x']) {
    await expect(ask(appUrl, attempt)).rejects.toThrow('permission denied');
  }
});

test('what PostgreSQL logs of a refused row is not what stands in it', async () => {
  const { ownerUrl, folder } = await start();
  await ask(ownerUrl, 'CREATE TABLE people (name text CONSTRAINT short CHECK (length(name) < 3))');
  await expect(ask(ownerUrl, `INSERT INTO people VALUES ('Amina Sule')`)).rejects.toThrow('short');
  await running.pop()?.stop();
  const logs = join(folder, 'logs');
  const said = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  expect(said.join('')).toContain('violates check constraint "short"');
  expect(said.join('')).not.toContain('Amina');
});

test('it listens on loopback only, and asks for a password', async () => {
  const { ownerUrl } = await start();
  expect(await ask(ownerUrl, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  const withoutPassword = ownerUrl.replace(/:[^:@/]+@/, ':wrong@');
  await expect(ask(withoutPassword, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('the passwords are kept where only their owner reads them', async () => {
  await start();
  expect(statSync(join(dataDir, 'database-passwords.json')).mode & 0o777).toBe(0o600);
});

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
  'a database with %s off is refused',
  { tags: 'night' },
  async (setting) => {
    const database = await start();
    await database.stop();
    const file = join(database.folder, 'cluster/postgresql.auto.conf');
    const before = readFileSync(file);
    appendFileSync(file, `${setting} = off\n`);
    await expect(startEmbedded(dataDir)).rejects.toThrow(`The database has ${setting}=off`);
    writeFileSync(file, before);
  },
);

test('a database whose passwords are gone is refused, never replaced', async () => {
  const database = await start();
  await database.stop();
  const file = join(dataDir, 'database-passwords.json');
  const before = readFileSync(file);
  rmSync(file);
  await expect(startEmbedded(dataDir)).rejects.toThrow(`${file} is missing`);
  writeFileSync(file, before, { mode: 0o600 });
});

const asRoot = test.skipIf(process.getuid?.() !== 0);

asRoot.each([
  [
    'folder of logs',
    (home: string, aim: string) => {
      renameSync(join(home, 'logs'), join(home, 'logs.old'));
      symlinkSync(aim, join(home, 'logs'));
    },
  ],
  [
    'log',
    (home: string, aim: string) => {
      rmSync(join(home, 'logs', 'start.log'), { force: true });
      symlinkSync(join(aim, 'secret'), join(home, 'logs', 'start.log'));
    },
  ],
  [
    'input of its making',
    (home: string, aim: string) => {
      rmSync(join(home, 'cluster'), { recursive: true });
      rmSync(join(dataDir, 'database-passwords.json'));
      symlinkSync(join(aim, 'secret'), join(home, 'initdb-password'));
    },
  ],
])('root follows no link that the database’s user left for its %s', async (_what, leave) => {
  const { folder } = await start();
  await running.splice(0)[0]?.stop();
  const aim = join(outer, `aim-${_what.replaceAll(' ', '-')}`);
  mkdirSync(aim, { mode: 0o700 });
  writeFileSync(join(aim, 'secret'), 'as it was');
  leave(folder, aim);
  await start().catch(() => undefined);
  expect(readdirSync(aim)).toEqual(['secret']);
  expect(readFileSync(join(aim, 'secret'), 'utf8')).toBe('as it was');
  expect([statSync(aim).uid, statSync(join(aim, 'secret')).uid]).toEqual([0, 0]);
  rmSync(join(folder, 'logs'), { recursive: true, force: true });
});

asRoot('a log that root wrote in an earlier version keeps no database from starting', async () => {
  const { folder } = await start();
  await running.splice(0)[0]?.stop();
  const log = join(folder, 'logs', 'start.log');
  rmSync(log, { force: true });
  writeFileSync(log, '', { mode: 0o600 });
  expect(await ask((await start()).appUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
});

test(
  'a data folder that nobody else can reach works, whoever starts it',
  { tags: 'night' },
  async () => {
    mkdirSync(privateDir, { recursive: true });
    chmodSync(join(outer, 'private'), 0o700);
    const { folder, appUrl } = await start(privateDir);
    expect(await ask(appUrl, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
    expect(folder.startsWith(privateDir)).toBe(process.getuid?.() !== 0);
    await running[0]?.stop();
    expect((await start(privateDir)).folder).toBe(folder);
  },
);

test('a data folder that can’t be written is one clear sentence', { tags: 'night' }, async () => {
  const file = join(outer, 'a-file');
  writeFileSync(file, '');
  const attempt = startEmbedded(join(file, 'data'));
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow(`Hanya cannot write to the data folder ${file}/data`);
});

test(
  'after a crash of the database its log goes on to the backups within minutes',
  { tags: 'night', timeout: 600_000 },
  async () => {
    const folder = join(outer, 'crashed');
    const backupDir = join(outer, 'crashed-backups');
    const database = await startEmbedded(folder, { backupDir, databaseMemoryMb: smallMemoryMb });
    running.push(database);
    homes.add(database.folder);
    const said: string[] = [];
    database.keepRunning((line) => said.push(line));
    const pidFile = join(database.folder, 'cluster/postmaster.pid');
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await until('it runs again', () =>
      Promise.resolve(said.includes('The database has started again.')),
    );
    await ask(database.ownerUrl, 'CREATE TABLE late AS SELECT 7 AS number');
    const [piece] = await ask(
      database.ownerUrl,
      'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name',
    );
    const { name } = piece as { readonly name: string };
    // A quarter of an hour, which its checkpointer sleeps otherwise, is far beyond this.
    await until('the piece with what was written has come', async () => {
      await wait(300);
      return existsSync(join(backupDir, 'wal', name));
    });
  },
);
