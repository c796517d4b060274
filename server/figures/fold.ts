import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** A booking changes some thirty figures, and of the next one many of the same. */
const changesAtOnce = 200;

/**
 * Folds changes into figures, `atLeast` so many at once or those that have waited for ten seconds;
 * answers how many. Those of transactions above the oldest one still open wait. Does nothing while
 * another process folds.
 */
export async function foldFigures(db: Database, atLeast = changesAtOnce): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_figures(${atLeast}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
