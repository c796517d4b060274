import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/**
 * Deletes sessions that were over so many days ago, and answers how many. None of their tokens is
 * taken any more, and the trail has the sign-ins.
 */
export async function pruneSessions(db: Database, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where(
      sql<Date>`coalesce(ended_at, expires_at)`,
      '<',
      sql<Date>`now() - make_interval(days => ${days})`,
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes links for a new password, and sign-ins half done, that were over a day ago. */
export async function pruneResets(db: Database): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where(sql<Date>`coalesce(used_at, expires_at)`, '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('sign_in_steps')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
