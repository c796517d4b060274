import { sql } from 'kysely';
import { z } from 'zod';
import { recordsWith, type RecordWith } from '#contract/records.ts';
import type { Database } from '#server/db/database.ts';
import { type Cursor, eventId } from './cursor.ts';
import type { OutboxState } from './rules.ts';

/** The outbox keeps events for so long, and so long can a stream be resumed. */
export const outboxLifetime = sql.lit('24 hours');

const outboxEventSchema = z.object({
  record_type: z.enum(recordsWith('live')),
  record_id: z.string(),
  change: z.string(),
  organisation: z.string(),
  zone: z.string(),
  demo: z.boolean(),
  xid: z.string().transform(BigInt),
  seq: z.number(),
});

/** A committed change; all listeners get them in the same order. */
export interface OutboxEvent extends Cursor {
  readonly record_type: RecordWith<'live'>;
  readonly record_id: string;
  /** As the triggers of the database name it, which may be those of a newer version. */
  readonly change: string;
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
}

/**
 * At most `limit` events after the cursor, in order, with the last one's cursor and the log
 * position that holds them. Events of transactions above the oldest open one wait: an earlier event
 * may yet be committed.
 */
export async function outboxEventsAfter(
  db: Database,
  { xid, seq }: Cursor,
  limit: number,
): Promise<{
  readonly outboxEvents: readonly OutboxEvent[];
  readonly reached: Cursor;
  readonly position: string;
}> {
  const { rows } = await sql<{ horizon: string; position: string; seq: number | null }>`
    select snapshot.*, event.*
    from (
      select transaction_horizon() as horizon,
        pg_current_wal_flush_lsn() as position
    ) as snapshot
    left join lateral (
      select xid, seq, record_type, record_id, change, organisation, zone, demo
      from outbox
      where (xid, seq) > (${String(xid)}::xid8, ${seq}::bigint)
        and xid < transaction_horizon()
      order by xid, seq
      limit ${limit}
    ) as event on true
    order by event.xid, event.seq`.execute(db);
  const outboxEvents = rows
    .filter((row) => row.seq !== null)
    .map((row) => outboxEventSchema.parse(row));
  const last = outboxEvents.at(-1);
  const position = rows[0]?.position ?? '';
  if (last && outboxEvents.length === limit) return { outboxEvents, reached: last, position };
  return { outboxEvents, reached: { xid: BigInt(rows[0]?.horizon ?? xid), seq: 0 }, position };
}

/** The event after which a stream holds whatever is committed from now on, and where the log is. */
export async function liveCursor(db: Database): Promise<{ id: string; position: string }> {
  const { rows } = await sql<{ epoch: string; horizon: string; position: string }>`
    select epoch, transaction_horizon() as horizon, pg_current_wal_flush_lsn() as position
    from installation`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The installation has no epoch.');
  const { epoch, horizon, position } = row;
  return { id: eventId(epoch, { xid: BigInt(horizon), seq: 0 }), position };
}

/** Reads all of it in one snapshot. */
export async function outboxState(
  db: Database,
  { xid, seq }: Cursor,
): Promise<OutboxState & { readonly position: string }> {
  const { rows } = await sql<{
    epoch: string;
    horizon: string;
    position: string;
    isTooOld: boolean | null;
  }>`
    select epoch, transaction_horizon() as horizon,
      pg_current_wal_flush_lsn() as position,
      (select at < now() - interval ${outboxLifetime} from outbox
       where (xid, seq) > (${String(xid)}::xid8, ${seq}::bigint)
       order by xid, seq limit 1) as "isTooOld"
    from installation`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The installation has no epoch.');
  return {
    epoch: row.epoch,
    position: row.position,
    now: { xid: BigInt(row.horizon), seq: 0 },
    isTooOld: row.isTooOld ?? false,
  };
}
