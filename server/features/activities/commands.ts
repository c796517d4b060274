import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { activityLimit } from './places.ts';

/** Deletes activities beyond the newest 1,000 of their place, which no page reaches; answers how many. */
export async function pruneActivities(db: Database): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select prune_activities(${activityLimit}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}
