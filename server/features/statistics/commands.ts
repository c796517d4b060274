import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { foldLists } from '#server/lists/counters.ts';

const foldLimit = 10_000;

/** Folds what has happened into the counters of lists and of days; answers how many changes. */
export async function foldCounters(db: Database): Promise<number> {
  const listed = await foldLists(db);
  return listed + (await foldDays(db));
}

/**
 * Folds outbox events beyond the watermark into the counters of their day and moves the watermark,
 * in one snapshot; answers how many, at most 10,000. Events of transactions above the oldest one
 * still open wait. Answers 0 while another process folds.
 */
async function foldDays(db: Database): Promise<number> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const mark = await trx
          .selectFrom('counter_watermark')
          .select(['xid', 'seq'])
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!mark) return 0;
        const { rows } = await sql<{ folded: number }>`
          with due as (
            select * from outbox
            where (xid, seq) > (${mark.xid}::xid8, ${mark.seq}::bigint)
              and xid < pg_snapshot_xmin(pg_current_snapshot())
            order by xid, seq
            limit ${foldLimit}
          ),
          added as (
            insert into counters as c (organisation, zone, demo, day, bookings, revenue_kobo)
            select organisation, zone, demo, day, sum(bookings), sum(revenue_kobo)
            from due
            where bookings <> 0 or revenue_kobo <> 0
            group by organisation, zone, demo, day
            on conflict (organisation, zone, demo, day) do update
              set bookings = c.bookings + excluded.bookings,
                  revenue_kobo = c.revenue_kobo + excluded.revenue_kobo
          ),
          moved as (
            update counter_watermark set (xid, seq) =
              (select xid, seq from due order by xid desc, seq desc limit 1)
            where exists (select from due)
          )
          select count(*) as folded from due`.execute(trx);
        return rows[0]?.folded ?? 0;
      });
  } catch (error) {
    if (isOvertaken(error)) return 0;
    throw error;
  }
}

/** Another process has folded since this snapshot was taken. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40001';
