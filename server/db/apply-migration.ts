import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/process/start-error.ts';
import type { Applied, Migration } from './migration-files.ts';

/**
 * Heads a migration whose statements run one by one, each in its own transaction: indexes that are
 * built while others write, and changes in batches. Each can be repeated.
 */
const outsideTransaction = '-- Outside a transaction';

/**
 * A change that waits for a table holds up everybody after it, even readers. It waits for so many
 * milliseconds, then lets them pass before it tries again.
 */
const lockWaitMs = 1_000;
const pauseMs = 1_000;

/** Runs one migration and notes it. Throws `StartError` when it fails. */
export async function applyMigration(
  owner: pg.Client,
  migration: Migration,
  patienceMs: number,
): Promise<void> {
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
      await inPatientTransaction(owner, patienceMs, async () => {
        await owner.query(migration.sql);
        await note(owner, migration);
      });
    }
  } catch (error) {
    const left = online
      ? 'failed, and goes on from there at the next start'
      : 'failed and was undone';
    throw new StartError(`The migration ${migration.name} ${left}: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    if (online) await owner.query('SET lock_timeout = 0').catch(() => undefined);
  }
}

/** Does all of it or nothing, again and again while others hold what it changes. */
export const inPatientTransaction = (
  owner: pg.Client,
  patienceMs: number,
  work: () => Promise<void>,
): Promise<void> =>
  withPatience(patienceMs)(() =>
    inTransaction(owner, async () => {
      await owner.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
      await work();
    }),
  );

export async function inTransaction(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN');
  try {
    await work();
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export async function note(owner: pg.Client, { name, checksum }: Applied): Promise<void> {
  await owner.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

const stillInUse =
  'what it changes is in use by something that has run for too long, such as a report or a copy of the database. End that, and start again';

/** The end of a sentence, without its stop. */
export const reasonOf = (error: unknown): string =>
  isLocked(error) ? stillInUse : error instanceof Error ? error.message : String(error);

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

/** Statements end with a semicolon before an empty line. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(/;\n\s*\n/)
    .map((statement) => statement.trim())
    .filter(Boolean);
