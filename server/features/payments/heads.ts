import { sql } from 'kysely';
import type { RevenueHead } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { listHeads } from './queries.ts';

type HeadDeps = Pick<Deps, 'db' | 'gateways'>;

/**
 * Fetches the gateway's revenue heads into the cache. False without an answer: then the cache stays
 * as it is.
 */
export async function refreshHeads({ db, gateways }: HeadDeps): Promise<boolean> {
  const answer = await gateways.named('PayKaduna')?.revenueHeads();
  if (answer?.outcome !== 'heads' || answer.heads.length === 0) return false;
  const refreshed_at = new Date();
  // In one order, so that two refreshes at once can't deadlock.
  const rows = answer.heads
    .map((head) => ({ revenue_code: head.revenue_code, mdas_id: head.mdasId, refreshed_at }))
    .sort((a, b) => (a.revenue_code < b.revenue_code ? -1 : 1));
  await db
    .insertInto('revenue_heads')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('revenue_code').doUpdateSet({
        mdas_id: sql`excluded.mdas_id`,
        refreshed_at: sql`excluded.refreshed_at`,
      }),
    )
    .execute();
  return true;
}

/** The cached heads, fetched first when there are none yet. */
export async function freshHeads(deps: HeadDeps): Promise<RevenueHead[]> {
  const cached = await listHeads(deps.db);
  if (cached.length > 0) return cached;
  await refreshHeads(deps);
  return listHeads(deps.db);
}
