import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { batchDigest, sealHash } from './rules.ts';

/** At most so many rows share one seal. */
const rowsPerSeal = 1_000;
/** Key of the advisory lock that keeps two processes from sealing at once. Any number would do. */
export const sealingLock = 4_400_002;

/**
 * Seals committed rows that have no seal yet, in the order of (xid, id), and answers how many, at
 * most 1,000. Rows of transactions above the oldest one still open wait. Answers 0 while another
 * process is at it.
 */
export async function sealAudit(db: Database): Promise<number> {
  if (!(await hasUnsealed(db))) return 0;
  return db.transaction().execute(async (trx) => {
    const lock = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(${sealingLock}) as ours`.execute(trx);
    if (lock.rows[0]?.ours !== true) return 0;
    const last = await trx
      .selectFrom('audit_seals')
      .select(['number', 'xid', 'hash'])
      .select(sql<number>`row_ids[cardinality(row_ids)]`.as('lastId'))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const { rows } = await sql<{ id: number; xid: string; hash: string }>`
      select id, xid, hash from audit
      where (xid, id) > (${last?.xid ?? '0'}::xid8, ${last?.lastId ?? 0}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id
      limit ${rowsPerSeal}`.execute(trx);
    const end = rows.at(-1);
    if (!end) return 0;
    const sealed_at = new Date();
    const seal = {
      number: (last?.number ?? 0) + 1,
      sealedAt: sealed_at.toISOString(),
      xid: end.xid,
      rowIds: rows.map(({ id }) => id),
      digest: batchDigest(rows),
      previousHash: last?.hash ?? '',
    };
    await trx
      .insertInto('audit_seals')
      .values({
        number: seal.number,
        sealed_at,
        xid: seal.xid,
        row_ids: seal.rowIds,
        digest: seal.digest,
        previous_hash: seal.previousHash,
        hash: sealHash(seal),
      })
      .execute();
    return rows.length;
  });
}

/** A look without a lock and in one statement, since most of the time there is nothing to seal. */
async function hasUnsealed(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    with last as materialized (
      select xid, row_ids[cardinality(row_ids)] as id from audit_seals order by number desc limit 1
    )
    select exists (
      select from audit
      where (xid, id) > (coalesce((select xid from last), '0'), coalesce((select id from last), 0))
        and xid < pg_snapshot_xmin(pg_current_snapshot())
    ) as any`.execute(db);
  return rows[0]?.any === true;
}
