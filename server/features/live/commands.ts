import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { outboxLifetime } from './queries.ts';

/**
 * Deletes outbox events that are more than 24 hours old and folded into the counters; answers how
 * many. The last of the old ones stays, so that a stream which broke off before it is known to be
 * too old to resume.
 */
export async function sweepOutbox(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    with folded as (select xid, seq from counter_watermark),
    fresh as (
      select xid, seq from outbox where at >= now() - interval ${outboxLifetime}
      order by xid, seq limit 1
    ),
    last_old as (
      select xid, seq from outbox
      where (xid, seq) <= ((select xid from folded), (select seq from folded))
        and (not exists (select from fresh)
             or (xid, seq) < ((select xid from fresh), (select seq from fresh)))
      order by xid desc, seq desc limit 1
    )
    delete from outbox
    where (xid, seq) < ((select xid from last_old), (select seq from last_old))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
