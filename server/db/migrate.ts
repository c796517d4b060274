import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { log } from '#server/log.ts';
import { StartError } from '#server/start-error.ts';
import { grantRights, grantRules, mayMakeTables } from './grants.ts';
import { installQueues, jobSchema, type QueueDefinition } from './queues.ts';
import { continueTransactionNumbers } from './transaction-numbers.ts';

const shippedMigrations = join(import.meta.dirname, 'migrations');

/** The row that says for which migrations, queues and rules the rights were last given. */
const rightsRow = 'queues and rights';

/**
 * How a migration begins whose statements run one by one, each in its own transaction: for indexes
 * that are built while others write, and for changes in batches. Each can be repeated.
 */
const outsideTransaction = '-- Outside a transaction';

/** Key of the advisory lock that makes two migrating processes take turns. Any number would do. */
const lockKey = 4_400_001;

/**
 * A change that waits for a table holds up everybody who comes after it, even who only reads: it waits
 * for a second, then lets them pass before it tries again. Milliseconds.
 */
const lockWaitMs = 1_000;
const pauseMs = 1_000;

interface Migration {
  /** The file's name, such as `0001_bookings.sql`. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A migration that the database has already had. */
type Applied = Pick<Migration, 'name' | 'checksum'>;

export interface MigrateOptions {
  /** Made or brought up to date in the schema `pgboss`. */
  readonly queues?: readonly QueueDefinition[];
  /** The folder of `0001_….sql` files; by default the one beside this file. */
  readonly folder?: string;
  /** The migration to stop after, such as `0044_alarms.sql`: the shape of an older version. */
  readonly last?: string;
  /** Milliseconds for which a migration is tried again while others hold what it changes. */
  readonly patienceMs?: number;
}

/**
 * Brings the database to this version's shape: migrations (each in a transaction of its own, but
 * for those that say otherwise), jobs and queues, then the rights of the application's role, whose name is read from `appUrl`. Does
 * nothing when nothing is to be done; processes that start at once wait for one another. With one
 * role for both addresses there is nobody to restrict, so no rights are given: the audit trail is
 * then protected by the application alone. Throws `StartError` with one sentence.
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string,
  options: MigrateOptions = {},
): Promise<void> {
  const migrations = readMigrations(options.folder ?? shippedMigrations).filter(
    ({ name }) => options.last === undefined || name <= options.last,
  );
  const { queues = [], patienceMs = 120_000 } = options;
  const appRole = roleOf(appUrl);
  const rights = rightsOf(migrations, queues, appRole);
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'hanya migrate' });
  try {
    await owner.connect();
    await owner.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const applied = await readApplied(owner);
    const rightsBefore = applied.find(({ name }) => name === rightsRow)?.checksum;
    const files = applied.filter(({ name }) => name !== rightsRow);
    for (const migration of pending(migrations, files)) await apply(owner, migration, patienceMs);
    await continueNumbers(owner);
    const isRestricted = appRole === roleOf(ownerUrl) || !(await mayMakeTables(owner, appRole));
    if (rightsBefore === rights && isRestricted) return;
    await installQueues(ownerUrl, queues);
    await inTransaction(owner, async () => {
      if (appRole !== roleOf(ownerUrl)) await grantRights(owner, appRole);
      await owner.query(
        `INSERT INTO migrations (name, checksum) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
        [rightsRow, rights],
      );
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = sentenceOf(error);
    throw new StartError(`The database can't be prepared: ${reason}.`, { cause: error });
  } finally {
    await owner.end();
  }
}

/**
 * Throws `StartError` unless the database has this version's shape, which somebody else gives it. Asks
 * as the application's role, which may read what was applied.
 */
export async function requireMigrated(
  appUrl: string,
  { queues = [], folder = shippedMigrations }: MigrateOptions = {},
): Promise<void> {
  const migrations = readMigrations(folder);
  const app = new pg.Client({ connectionString: appUrl, application_name: 'hanya' });
  let applied: readonly Applied[];
  try {
    await app.connect();
    const { rows } = await app.query<Applied>(
      `SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"`,
    );
    applied = rows;
  } catch (error) {
    const isEmpty = error instanceof pg.DatabaseError && error.code === '42P01';
    if (isEmpty) throw new StartError(`The database is empty: ${howToMigrate}`);
    const reason = sentenceOf(error);
    throw new StartError(`The database can't be opened: ${reason}.`, { cause: error });
  } finally {
    await app.end().catch(() => undefined);
  }
  const missing = pending(
    migrations,
    applied.filter(({ name }) => name !== rightsRow),
  );
  if (missing[0])
    throw new StartError(
      `The database lacks ${missing.length === 1 ? 'a migration' : `${missing.length} migrations`} of this version, beginning with ${missing[0].name}: ${howToMigrate}`,
    );
  const rights = applied.find(({ name }) => name === rightsRow)?.checksum;
  if (rights !== rightsOf(migrations, queues, roleOf(appUrl)))
    throw new StartError(
      `The database's queues and rights are not those of this version, or of another role than that of DATABASE_URL: ${howToMigrate}`,
    );
}

const howToMigrate = 'run npm run migrate with DATABASE_OWNER_URL first, since MIGRATE is off.';

/** What stands for the rights that were given, and for the queues that were made. */
const rightsOf = (
  migrations: readonly Migration[],
  queues: readonly QueueDefinition[],
  appRole: string,
): string =>
  digest(
    JSON.stringify([
      migrations.map(({ checksum }) => checksum),
      getConstructionPlans(jobSchema),
      queues,
      grantRules,
      appRole,
    ]),
  );

/** The names of this version's migrations. */
export const shippedNames = (): readonly string[] =>
  readMigrations(shippedMigrations).map(({ name }) => name);

/** Mends a database that was read back into another cluster, and says so. */
async function continueNumbers(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ has: boolean }>(
    `SELECT to_regproc('transaction_number') IS NOT NULL AS has`,
  );
  if (!rows[0]?.has) return;
  await inTransaction(owner, async () => {
    if (!(await continueTransactionNumbers(owner))) return;
    log.warn(
      'The database was read back from a copy: its transactions are numbered on from there, and live streams begin anew.',
    );
  });
}

/** The migrations of a folder in their order. Throws `StartError` when two have one number. */
function readMigrations(folder: string): readonly Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const numbers = new Set<string>();
  return files.sort().map((name) => {
    const number = /^(\d{4})_/.exec(name)?.[1];
    if (number === undefined || numbers.has(number)) {
      throw new StartError(
        `The migration ${name} needs a number of its own, as in 0001_bookings.sql.`,
      );
    }
    numbers.add(number);
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: digest(sql) };
  });
}

/**
 * The migrations still to be applied. Throws `StartError` when what was applied isn't exactly how
 * the list begins: a file was changed, is missing, or slipped in before an applied one.
 */
function pending(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  for (const [index, past] of applied.entries()) {
    const file = migrations.find(({ name }) => name === past.name);
    if (!file) {
      throw new StartError(
        `The database has had the migration ${past.name}, which isn't among the files: it belongs to another version of Hanya.`,
      );
    }
    if (file.checksum !== past.checksum) {
      throw new StartError(
        `The migration ${past.name} was changed after the database had it: put the file back and write a new one instead.`,
      );
    }
    const expected = migrations[index];
    if (expected?.name !== past.name) {
      throw new StartError(
        `The migration ${expected?.name ?? ''} comes before ${past.name}, which the database has already had: give it a later number.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function readApplied(owner: pg.Client): Promise<readonly Applied[]> {
  await owner.query(`SET client_min_messages = warning`);
  await owner.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       name text PRIMARY KEY,
       checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
  const { rows } = await owner.query<Applied>(
    'SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"',
  );
  return rows;
}

async function apply(owner: pg.Client, migration: Migration, patienceMs: number): Promise<void> {
  const online = migration.sql.startsWith(outsideTransaction);
  const patiently = withPatience(patienceMs);
  try {
    if (online) {
      for (const statement of statementsOf(migration.sql)) {
        // Its waits are in nobody's way, and one that is broken off leaves half an index.
        const waits = isConcurrent(statement) ? 0 : lockWaitMs;
        await owner.query(`SET lock_timeout = ${waits}`);
        await patiently(() => owner.query(statement));
      }
      await note(owner, migration);
    } else {
      await patiently(() =>
        inTransaction(owner, async () => {
          await owner.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
          await owner.query(migration.sql);
          await note(owner, migration);
        }),
      );
    }
  } catch (error) {
    const reason = isLocked(error) ? stillInUse : sentenceOf(error);
    const left = online
      ? 'failed, and goes on from there at the next start'
      : 'failed and was undone';
    throw new StartError(`The migration ${migration.name} ${left}: ${reason}.`, { cause: error });
  } finally {
    if (online) await owner.query('SET lock_timeout = 0').catch(() => undefined);
  }
}

const stillInUse =
  'what it changes is in use by something that has run for too long, such as a report or a copy of the database. End that, and start again';

const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Tries again, after a pause, what waited for a lock in vain, until so many milliseconds are over. */
const withPatience =
  (patienceMs: number) =>
  async (work: () => Promise<unknown>): Promise<void> => {
    const until = Date.now() + patienceMs;
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isLocked(error) || Date.now() >= until) throw error;
      }
      await sleep(pauseMs);
    }
  };

const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

const isConcurrent = (statement: string): boolean =>
  /^\s*(?:create|drop|reindex)\b[^;]*\bconcurrently\b/i.test(statement.replaceAll(/^--.*$/gm, ''));

async function note(owner: pg.Client, { name, checksum }: Migration): Promise<void> {
  await owner.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

/** Statements end with a semicolon before an empty line. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(/;\n\s*\n/)
    .map((statement) => statement.trim())
    .filter(Boolean);

async function inTransaction(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN');
  try {
    await work();
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
