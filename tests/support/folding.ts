import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { foldCounters, foldReconciliation } from '#server/features/statistics/commands.ts';
import { until } from './journey.ts';

/**
 * Folds until nothing is left: an open transaction elsewhere in the same PostgreSQL may hold a fold
 * back.
 */
export async function foldAll(db: Database): Promise<void> {
  await until('everything is folded', async () => {
    await foldReconciliation(db, 1);
    await foldCounters(db);
    const { rows } = await sql`
      select from outbox, counter_watermark as mark
      where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      union all
      select from outbox, reconciliation_watermark as mark
      where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      union all
      select from list_changes, list_watermark as mark where list_changes.xid >= mark.xid
      limit 1`.execute(db);
    return rows.length === 0;
  });
}
