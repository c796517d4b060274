import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';
import type { Cursor } from './cursor.ts';
import type { Whereabouts } from './rules.ts';

/** For how long the outbox keeps what happened, and so for how long a stream can be resumed. */
export const keptFor = sql.lit('24 hours');

const happeningSchema = z.object({
  record_type: z.enum(['booking', 'collision']),
  record_id: z.string(),
  change: z.enum(['made', 'billed', 'paid', 'cleared', 'withdrawn', 'recorded']),
  organisation: z.string(),
  zone: z.string(),
  demo: z.boolean(),
  xid: z.string().transform(BigInt),
  seq: z.number(),
});

/** A committed change, in the order in which everybody is told. */
export interface Happening extends Cursor {
  readonly record_type: 'booking' | 'collision';
  readonly record_id: string;
  readonly change: 'made' | 'billed' | 'paid' | 'cleared' | 'withdrawn' | 'recorded';
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
}

/**
 * At most `limit` changes after the cursor, in order, and how far that reaches. Rows of transactions
 * above the oldest one still open are left for later: an earlier row may yet be committed.
 */
export async function happeningsAfter(
  db: Database,
  { xid, seq }: Cursor,
  limit: number,
): Promise<{ readonly happenings: readonly Happening[]; readonly reached: Cursor }> {
  const { rows } = await sql<{ horizon: string; seq: number | null }>`
    select snapshot.horizon, happening.*
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) as snapshot
    left join lateral (
      select xid, seq, record_type, record_id, change, organisation, zone, demo
      from outbox
      where (xid, seq) > (${String(xid)}::xid8, ${seq}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, seq
      limit ${limit}
    ) as happening on true
    order by happening.xid, happening.seq`.execute(db);
  const happenings = rows
    .filter((row) => row.seq !== null)
    .map((row) => happeningSchema.parse(row));
  const last = happenings.at(-1);
  if (last && happenings.length === limit) return { happenings, reached: last };
  return { happenings, reached: { xid: BigInt(rows[0]?.horizon ?? xid), seq: 0 } };
}

/** Where the outbox stands, seen from a cursor, in one snapshot. */
export async function whereabouts(db: Database, { xid, seq }: Cursor): Promise<Whereabouts> {
  const { rows } = await sql<{ epoch: string; horizon: string; isTooOld: boolean | null }>`
    select epoch, pg_snapshot_xmin(pg_current_snapshot()) as horizon,
      (select at < now() - interval ${keptFor} from outbox
       where (xid, seq) > (${String(xid)}::xid8, ${seq}::bigint)
       order by xid, seq limit 1) as "isTooOld"
    from installation`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The installation has no epoch.');
  return {
    epoch: row.epoch,
    now: { xid: BigInt(row.horizon), seq: 0 },
    isTooOld: row.isTooOld ?? false,
  };
}
