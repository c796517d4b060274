import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#server/process/start-error.ts';
import type { Applied, Migration } from './migration-files.ts';

/**
 * A migration that begins with this line runs statement by statement, each in its own transaction:
 * indexes that are built while others write, and changes in batches. Each must be repeatable.
 */
const outsideTransaction = '-- Outside a transaction';

/**
 * A change that waits for a table holds up everybody after it, even readers. It waits for so many
 * milliseconds, then lets them pass before it tries again.
 */
const lockWaitMs = 1_000;
/** Between two tries. */
const pauseMs = 1_000;

/** Runs one migration and notes it. Throws `StartError` when it fails. */
export async function applyMigration(
  owner: pg.Client,
  migration: Migration,
  patienceMs: number,
): Promise<void> {
  const isOutside = migration.sql.startsWith(outsideTransaction);
  const patiently = withPatience(patienceMs);
  try {
    if (isOutside) {
      for (const statement of statementsOf(migration.sql)) {
        // CONCURRENTLY blocks nobody while it waits; a time-out would leave an invalid index.
        const lockTimeoutMs = isConcurrent(statement) ? 0 : lockWaitMs;
        await owner.query(`SET lock_timeout = ${lockTimeoutMs}`);
        await patiently(() => owner.query(statement));
      }
      await recordApplied(owner, migration);
    } else {
      await inRetriedTransaction(owner, patienceMs, async () => {
        await owner.query(migration.sql);
        await recordApplied(owner, migration);
      });
    }
  } catch (error) {
    const whatHappened = isOutside
      ? 'failed partway, and is repeated from its first statement at the next start'
      : 'failed and was undone';
    throw new StartError(`The migration ${migration.name} ${whatHappened}: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    if (isOutside) await owner.query('SET lock_timeout = 0').catch(() => undefined);
  }
}

/** Repeats the whole transaction while another session holds a lock that it needs. */
export const inRetriedTransaction = (
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

export async function recordApplied(owner: pg.Client, { name, checksum }: Applied): Promise<void> {
  await owner.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

const stillInUse =
  'a report, a copy of the database or something else has used the same tables for too long. End it, and start Hanya again';

/** The end of a sentence, without its stop. */
export const reasonOf = (error: unknown): string =>
  isLocked(error) ? stillInUse : error instanceof Error ? error.message : String(error);

/** Repeats work that waited for a lock in vain, after a pause, until so many milliseconds are over. */
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

export const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

const isConcurrent = (statement: string): boolean =>
  /^\s*(?:create|drop|reindex)\b[^;]*\bconcurrently\b/i.test(statement.replaceAll(/^--.*$/gm, ''));

/** Statements end with a semicolon before an empty line. */
const statementsOf = (sql: string): string[] =>
  sql
    .split(/;\n\s*\n/)
    .map((statement) => statement.trim())
    .filter(Boolean);
