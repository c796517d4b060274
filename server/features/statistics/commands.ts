import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { foldLists } from '#server/lists/counters.ts';

const foldLimit = 10_000;
const offencesAtOnce = 500;
/** So many days are counted one by one; only those of the running week are drawn. */
const daysCounted = 31;

/**
 * Folds what has happened into the counters of lists, of offences and of days; answers how many
 * changes.
 */
export async function foldCounters(db: Database): Promise<number> {
  const listed = await foldLists(db);
  const charged = await foldOffences(db);
  return listed + charged + (await foldDays(db));
}

/**
 * Folds the changes of offences into their counters, `atLeast` so many at once; answers how many.
 * Each changes several counters, and many bookings change the same ones: folded together they cost
 * a fraction. A read adds what isn't folded yet, so fewer may wait for as long as they like. Those
 * of transactions above the oldest one still open wait. Does nothing while another process folds.
 */
export async function foldOffences(db: Database, atLeast = offencesAtOnce): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with mark as (
      select xid from offence_watermark
      where ${atLeast} <= (
        select count(*)
        from (
          select from offence_changes
          where offence_changes.xid >= offence_watermark.xid
            and offence_changes.xid < pg_snapshot_xmin(pg_current_snapshot())
          limit ${atLeast}
        ) as waiting)
      for update skip locked
    ),
    due as (
      select offence_changes.* from offence_changes, mark
      where offence_changes.xid >= mark.xid
        and offence_changes.xid < pg_snapshot_xmin(pg_current_snapshot())
    ),
    added as (
      insert into offence_counters as known
        (organisation, zone, demo, span, starts, offence_id,
         bookings, kobo, open_bookings, open_kobo)
      select organisation, place, demo, span, starts, offence_id, sum(bookings),
             sum(bookings * charged.kobo), sum(open), sum(open * charged.kobo)
      from due
        cross join lateral unnest(offences, due.kobo) as charged (offence_id, kobo)
        cross join lateral (values (zone), ('')) as places (place)
        cross join lateral (
          values ('day', made_on), ('month', date_trunc('month', made_on)::date)
        ) as spans (span, starts)
      where span = 'month' or starts > lagos_day(now()) - ${daysCounted}::integer
      group by organisation, place, demo, span, starts, offence_id
      order by organisation, place, demo, span, starts, offence_id
      on conflict (organisation, zone, demo, span, starts, offence_id) do update
        set bookings = known.bookings + excluded.bookings, kobo = known.kobo + excluded.kobo,
            open_bookings = known.open_bookings + excluded.open_bookings,
            open_kobo = known.open_kobo + excluded.open_kobo
    ),
    moved as (
      update offence_watermark
      set xid = greatest(offence_watermark.xid, pg_snapshot_xmin(pg_current_snapshot()))
      where exists (select from due)
    )
    select count(*) as folded from due`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Deletes the changes of offences that are folded, and the days that no chart draws any more. */
export async function pruneOffences(db: Database): Promise<void> {
  await sql`
    delete from offence_changes where xid < (select xid from offence_watermark)`.execute(db);
  await sql`
    delete from offence_counters
    where span = 'day' and starts <= lagos_day(now()) - ${daysCounted}::integer`.execute(db);
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
