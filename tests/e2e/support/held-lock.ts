import pg from 'pg';
import { until } from '../../support/journey.ts';

/** A lock in the database that makes the server wait at a known place. */
export interface HeldLock {
  /** Resolves once somebody waits for it. */
  somebodyWaits(): Promise<void>;
  /**
   * Releases the lock once the connections of a killed server are broken, so that their waiting
   * work is undone.
   */
  releaseAfterKill(): Promise<void>;
}

/** Takes a lock and keeps it: `statement` runs in a transaction that stays open. */
export async function holdLock(
  appUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: appUrl, application_name: 'lock of a test' });
  // A failed test leaves the lock until the database stops, which breaks the connection.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, [...values]);
  return {
    somebodyWaits: () =>
      until('somebody waits for the lock', async () => {
        const waiting = 'SELECT pid FROM pg_locks WHERE NOT granted';
        return (await client.query(waiting)).rows.length > 0;
      }),
    async releaseAfterKill() {
      await client.query(
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
         WHERE usename = current_user AND pid <> pg_backend_pid()`,
      );
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}
