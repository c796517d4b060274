import { sql } from 'kysely';
import type { RevenueHead } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { system } from '#server/http/caller.ts';
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
  await db.transaction().execute(async (trx) => {
    const told = JSON.stringify(
      rows.map((head) => ({ code: head.revenue_code, id: head.mdas_id })),
    );
    const { rows: changed } = await sql<{ code: string; id: number }>`
      with known as (${lastTold}),
      told as (select * from jsonb_to_recordset(${told}::jsonb) as told (code text, id integer))
      select code, id from told
      where not exists (select from known where (known.code, known.id) = (told.code, told.id))
      union all
      -- What an older version had kept, and the gateway names no more.
      select revenue_code, mdas_id from revenue_heads
      where not exists (select from known)
        and not exists (select from told where told.code = revenue_code)
      order by code`.execute(trx);
    if (changed.length > 0)
      await writeAudit(trx, system, {
        event: 'heads.changed',
        record: 'organisation',
        id: 'all',
        before: null,
        after: { heads: Object.fromEntries(changed.map(({ code, id }) => [code, id])) },
      });
    await trx
      .insertInto('revenue_heads')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('revenue_code').doUpdateSet({
          mdas_id: sql`excluded.mdas_id`,
          refreshed_at: sql`excluded.refreshed_at`,
        }),
      )
      .execute();
  });
  return true;
}

/**
 * The gateway's last word about each head, from the trail: the cache may have been changed by hand.
 */
const lastTold = sql`
  select distinct on (head.key) head.key as code, (head.value #>> '{}')::integer as id
  from audit cross join lateral jsonb_each(after -> 'heads') as head
  where record_type = 'organisation' and record_id = 'all' and event = 'heads.changed'
  order by head.key, number desc`;

/** The cached heads, fetched first when there are none yet. */
export async function freshHeads(deps: HeadDeps): Promise<RevenueHead[]> {
  const cached = await listHeads(deps.db);
  if (cached.length > 0) return cached;
  await refreshHeads(deps);
  return listHeads(deps.db);
}
