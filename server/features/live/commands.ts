import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { outboxLifetime } from './queries.ts';

/**
 * Deletes outbox events that are more than 24 hours old and folded into figures; answers how
 * many. The last of the old ones stays, so that a stream which broke off before it is known to be
 * too old to resume.
 */
export async function sweepOutbox(db: Database): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select prune_outbox(interval ${outboxLifetime}) as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}
