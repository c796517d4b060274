import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { migrate, requireMigrated } from '#server/db/migrate.ts';
import { migrationsIn } from '#server/db/migration-files.ts';
import type { QueueDefinition } from '#server/db/queues.ts';
import { StartError } from '#server/process/start-error.ts';
import { queues } from '#server/queues.ts';
import { until } from '#tests/support/journey.ts';
import { untilHolds } from '#tests/support/until-holds.ts';
import { bareDatabase, cloneDatabase, type ClonedDatabase } from '../support/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startTestApp } from '../support/test-app.ts';

const outer = temporaryFolder();
const shipped = await cloneDatabase();
let folder = '';
let database: ClonedDatabase;

beforeEach(async () => {
  folder = join(outer, randomBytes(4).toString('hex'));
  mkdirSync(join(folder, 'migrations'), { recursive: true });
  put('0001-things.sql', 'CREATE TABLE things (id integer PRIMARY KEY);');
  database = await bareDatabase();
});
afterEach(() => database.drop());
afterAll(async () => {
  await shipped.drop();
  rmSync(outer, { recursive: true });
});

function put(name: string, sql: string) {
  writeFileSync(join(folder, 'migrations', name), sql);
}

function run(toMake: readonly QueueDefinition[] = [{ name: 'bills' }]) {
  return migrate(database.ownerUrl, database.appUrl, { folder, queues: toMake });
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

const history = 'SELECT name, checksum, applied_at FROM migrations ORDER BY name';

test('migrating again changes nothing', async () => {
  await run();
  const before = await ask(database.ownerUrl, history);
  await run();
  expect(await ask(database.ownerUrl, history)).toEqual(before);
  expect(before).toHaveLength(2);
});

test('two processes that migrate at once both end well', async () => {
  await Promise.all([run(), run(), run()]);
  expect(await ask(database.ownerUrl, history)).toHaveLength(2);
});

test('a new migration is applied, and the application may use its table', async () => {
  await run();
  put('0002-more.sql', 'CREATE TABLE more (id bigint GENERATED ALWAYS AS IDENTITY, n integer);');
  await run();
  await ask(database.appUrl, 'INSERT INTO more (n) VALUES (1)');
  await expect(ask(database.appUrl, 'DELETE FROM more')).rejects.toThrow('permission denied');
});

test('a migration that was changed after it was applied is refused', async () => {
  await run();
  put('0001-things.sql', 'CREATE TABLE things (id bigint PRIMARY KEY);');
  await expect(run()).rejects.toThrow(StartError);
  await expect(run()).rejects.toThrow('0001-things.sql was changed');
});

test('other line ends aren’t a change', { tags: 'night' }, async () => {
  put('0001-things.sql', 'CREATE TABLE things\n(id integer);\n');
  await run();
  put('0001-things.sql', 'CREATE TABLE things\r\n(id integer);\r\n');
  await expect(run()).resolves.toBeUndefined();
});

test(
  'a migration that was applied but whose file is gone is refused',
  { tags: 'night' },
  async () => {
    put('0002-more.sql', 'CREATE TABLE more ();');
    await run();
    rmSync(join(folder, 'migrations', '0002-more.sql'));
    await expect(run()).rejects.toThrow(
      '0002-more.sql was applied to this database, but is not among the files',
    );
  },
);

test('a migration that slips in before an applied one is refused', { tags: 'night' }, async () => {
  put('0002-more.sql', 'CREATE TABLE more ();');
  await run();
  await ask(database.ownerUrl, "DELETE FROM migrations WHERE name = '0001-things.sql'");
  await expect(run()).rejects.toThrow('0001-things.sql comes before 0002-more.sql');
});

test.each([
  ['a gap', '0003-more.sql', 'skips a number. Give it the number 0002.'],
  ['a doubled number', '0001-more.sql', '0001-more.sql and 0001-things.sql have the same number'],
  ['a day for a number', '2026-01-02-more.sql', 'Name it by its number and subject'],
  ['no number', 'more.sql', 'such as 0001-permits.sql.'],
  ['too few digits', '02-more.sql', 'is not named like a migration'],
  ['another kind of file', '0002-more.txt', 'is not named like a migration'],
])('%s among the migrations is refused, and nothing is applied', async (_, name, words) => {
  put(name, 'CREATE TABLE more ();');
  await expect(run()).rejects.toThrow(StartError);
  await expect(run()).rejects.toThrow(words);
  expect(await ask(database.ownerUrl, "SELECT to_regclass('things') AS things")).toEqual([
    { things: null },
  ]);
});

test('a migration that fails leaves nothing behind', async () => {
  put('0002-half.sql', 'CREATE TABLE half (); SELECT 1 / 0;');
  await expect(run()).rejects.toThrow('0002-half.sql failed and was undone: division by zero.');
  expect(await ask(database.ownerUrl, "SELECT to_regclass('half') AS half")).toEqual([
    { half: null },
  ]);
});

/** Somebody reads the things in a transaction that doesn't end. */
async function longReader(): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString: database.ownerUrl });
  await reader.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT FROM things');
  return reader;
}

/** True if a migration waits for a lock, and has for so long. */
const waits = async (seconds = 0) => {
  const rows = await ask(
    database.ownerUrl,
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'hanya migrate' AND wait_event_type = 'Lock'
       AND clock_timestamp() - query_start > interval '${seconds} seconds'`,
  );
  return rows.length > 0;
};

test.each([
  ['a migration', ''],
  ['one that runs statement by statement', '-- Outside a transaction\n'],
])('%s that waits for a long reader lets others read, and is done after it', async (_, begins) => {
  await run();
  const reader = await longReader();
  put('0002-more.sql', `${begins}ALTER TABLE things ADD more text;\n\nSELECT 1;`);
  const migrated = run();
  await until('the migration waits', () => waits());
  // Behind a lock that waits for ever, this would never be answered.
  expect(await ask(database.ownerUrl, 'SELECT FROM things')).toEqual([]);
  await reader.end();
  await migrated;
  expect(await ask(database.ownerUrl, 'SELECT more FROM things')).toEqual([]);
});

test('a migration that waits in vain says what is in its way', { tags: 'night' }, async () => {
  await run();
  const reader = await longReader();
  put('0002-more.sql', 'ALTER TABLE things ADD more text;');
  await expect(
    migrate(database.ownerUrl, database.appUrl, { folder, patienceMs: 0 }),
  ).rejects.toThrow(
    '0002-more.sql failed and was undone: a report, a copy of the database or something else has used',
  );
  await reader.end();
});

test(
  'an index that is built while others write waits for all of them',
  { tags: 'night' },
  async () => {
    await run();
    const reader = await longReader();
    await reader.query('INSERT INTO things VALUES (1)');
    put(
      '0002-index.sql',
      `-- Outside a transaction\n\nCREATE INDEX CONCURRENTLY more ON things (id);\n`,
    );
    const migrated = migrate(database.ownerUrl, database.appUrl, { folder, patienceMs: 0 });
    await until('it has waited longer than changes do', () => waits(1.5));
    await reader.query('COMMIT');
    await reader.end();
    await migrated;
  },
);

/** The migration that CONTRIBUTING.md shows: its name, which has NNNN for the number, and its SQL. */
function migrationOfTheRecipe(): readonly [name: string, sql: string] {
  const [, recipe = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## A migration\n');
  const shown = /^ *-- server\/db\/migrations\/(NNNN\S+)\n([^]*?)^ *```/m.exec(recipe);
  return [shown?.[1] ?? '', shown?.[2] ?? ''];
}

test('whoever follows the recipe for a migration to the letter gets a server that starts', async () => {
  rmSync(folder, { recursive: true });
  cpSync(resolve('server/db'), folder, { recursive: true });
  const before = migrationsIn(folder);
  await run(queues);
  const [name, sql] = migrationOfTheRecipe();
  expect(sql).toContain('create table permits');
  const added = readdirSync(join(folder, 'migrations')).filter((file) => file.endsWith('.sql'));
  const next = String(added.length + 1).padStart(4, '0');
  put(name.replace('NNNN', next), sql);
  expect(migrationsIn(folder).map((file) => file.name)).toEqual([
    ...before.map((file) => file.name),
    name.replace('NNNN', next),
  ]);
  await run(queues);
  await requireMigrated(database.appUrl, { folder, queues });
  const app = await startTestApp({}, database);
  expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  await app.stop();
});

test('no file of the schema is changed any more', { tags: 'night' }, async () => {
  rmSync(folder, { recursive: true });
  cpSync(resolve('server/db'), folder, { recursive: true });
  await run();
  appendFileSync(join(folder, 'schema', '07-fees.sql'), 'ALTER TABLE offence_fees ADD note text;');
  await expect(run()).rejects.toThrow(
    '07-fees.sql was changed after it was applied to this database',
  );
});

test('the application can add to the audit trail but never change or remove from it', async () => {
  await ask(shipped.appUrl, 'SELECT count(*) FROM audit');
  for (const attempt of [
    'DELETE FROM audit',
    "UPDATE audit SET event = ''",
    'TRUNCATE audit',
    'DROP TABLE audit',
  ]) {
    await expect(ask(shipped.appUrl, attempt)).rejects.toThrow(/permission denied|must be owner/);
  }
  expect(
    await ask(shipped.appUrl, "SELECT has_column_privilege('audit', 'event', 'INSERT') AS may"),
  ).toEqual([{ may: true }]);
});

test('the application can’t rewrite the list of migrations', async () => {
  await expect(ask(shipped.appUrl, 'UPDATE migrations SET checksum = name')).rejects.toThrow(
    'permission denied',
  );
});

test('without a migrating start, a database that lacks something of this version is refused', async () => {
  const queues = [{ name: 'bills' }];
  const start = () => requireMigrated(database.appUrl, { folder, queues });
  await expect(start()).rejects.toThrow(/^The database is empty. Run hanya migrate/);
  await run(queues);
  await start();
  put('0002-more.sql', 'CREATE TABLE more (id integer PRIMARY KEY);');
  put('0003-most.sql', 'CREATE TABLE most (id integer PRIMARY KEY);');
  await expect(start()).rejects.toThrow(/lacks 2 migrations .* beginning with 0002-more.sql/);
  await run(queues);
  await start();
  queues.push({ name: 'notices' });
  await expect(start()).rejects.toThrow(/queues and rights are not those of this version/);
});

test('a job goes out with its transaction, and the application’s role can work it', async () => {
  await run([{ name: 'bills' }]);
  const db = openDatabase(database.appUrl, { max: 2 });
  const boss = new PgBoss({
    connectionString: database.appUrl,
    migrate: false,
    createSchema: false,
    max: 2,
  });
  const done: unknown[] = [];
  try {
    await boss.start();
    await db
      .transaction()
      .execute((trx) => boss.send('bills', { booking: 'kept' }, { db: fromKysely(trx) }));
    const undone = db.transaction().execute(async (trx) => {
      await boss.send('bills', { booking: 'undone' }, { db: fromKysely(trx) });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await boss.work<{ booking: string }>('bills', { pollingIntervalSeconds: 0.5 }, (jobs) => {
      done.push(...jobs.map((job) => job.data.booking));
      return Promise.resolve();
    });
    await untilHolds(async () => {
      expect(await ask(database.appUrl, 'SELECT state FROM pgboss.job')).toEqual([
        { state: 'completed' },
      ]);
    });
    expect(done).toEqual(['kept']);
  } finally {
    await boss.stop({ graceful: false });
    await closeDatabase(db);
  }
});
