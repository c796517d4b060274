import type { Kysely } from 'kysely';
import type { RevenueHead } from '#contract/payments.ts';
import type { DB } from '../../db/tables.ts';

/** The revenue heads as the gateway last told them. */
export async function listHeads(db: Kysely<DB>): Promise<RevenueHead[]> {
  const rows = await db
    .selectFrom('revenue_heads')
    .select(['revenue_code', 'mdas_id'])
    .orderBy('revenue_code')
    .execute();
  return rows.map((row) => ({ revenue_code: row.revenue_code, mdasId: row.mdas_id }));
}

/** mdasId by payment code. */
export async function revenueHeadIds(db: Kysely<DB>): Promise<ReadonlyMap<string, number>> {
  const heads = await listHeads(db);
  return new Map(heads.map((head) => [head.revenue_code, head.mdasId]));
}
