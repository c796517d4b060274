import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { until } from './journey.ts';

/**
 * Folds until nothing is left: an open transaction elsewhere in the same PostgreSQL may hold a fold
 * back.
 */
export async function foldAll(db: Database): Promise<void> {
  await until('everything is folded', async () => {
    await foldFigures(db, 1);
    const { rows } = await sql`
      select from outbox where xid >= (select figure_mark.xid from figure_mark) limit 1`.execute(
      db,
    );
    return rows.length === 0;
  });
}
