import { sql } from 'kysely';
import type { Stats } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import type { Scope } from '#server/http/caller.ts';
import { placedInScope } from '#server/scope/conditions.ts';

/** How many bookings were made in the scope: today, this week from Monday, this month, this year (Africa/Lagos). */
export const countBookings = (db: Database, scope: Scope): Promise<Stats> =>
  totals(db, scope, 'bookings');

/** Naira of payments confirmed in the scope, over the same times. */
export async function sumRevenue(db: Database, scope: Scope): Promise<Stats> {
  const kobo = await totals(db, scope, 'revenue_kobo');
  return {
    today: kobo.today / 100,
    week: kobo.week / 100,
    month: kobo.month / 100,
    year: kobo.year / 100,
  };
}

/**
 * The counters and the events not yet folded into them, in one statement: two statements would see
 * two moments.
 */
async function totals(
  db: Database,
  scope: Scope,
  measure: 'bookings' | 'revenue_kobo',
): Promise<Stats> {
  const column = sql.ref(measure);
  const { rows } = await sql<Stats>`
    with begins as materialized (
      select today, date_trunc('week', today)::date as week,
             date_trunc('month', today)::date as month, date_trunc('year', today)::date as year
      from (select lagos_day(now()) as today)
    ),
    days as (
      select day, ${column} as amount from counters
      where ${placedInScope('counters', scope)}
        and day >= (select least(week, year) from begins)
      union all
      select day, ${column} as amount from outbox
      where (xid, seq) > ((select xid from counter_watermark), (select seq from counter_watermark))
        and ${placedInScope('outbox', scope)}
    )
    select coalesce(sum(amount) filter (where day >= begins.today), 0)::bigint as today,
           coalesce(sum(amount) filter (where day >= begins.week), 0)::bigint as week,
           coalesce(sum(amount) filter (where day >= begins.month), 0)::bigint as month,
           coalesce(sum(amount) filter (where day >= begins.year), 0)::bigint as year
    from begins left join days on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The counters gave no answer.');
  return row;
}
