import { sql } from 'kysely';
import { organisationNames } from '#contract/places.ts';
import type { Stats } from '#contract/statistics.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { figuresOf } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';
import { dayOf } from '#server/time.ts';

/**
 * Counts the bookings made in the scope: today, this week from Monday, this month, this year
 * (Africa/Lagos).
 */
export const countBookings = async (db: Database, scope: Scope): Promise<Stats> =>
  (await totalsOf(db, scope)).stat;

/** Naira of payments confirmed in the scope, over the same times. */
export const sumRevenue = async (db: Database, scope: Scope): Promise<Stats> =>
  (await totalsOf(db, scope)).rev;

async function totalsOf(db: Database, scope: Scope): Promise<{ stat: Stats; rev: Stats }> {
  const { rows } = await sql<Record<'bookings' | 'kobo', Stats>>`
    with begins as materialized (
      select today, date_trunc('week', today)::date as week,
             date_trunc('month', today)::date as month, date_trunc('year', today)::date as year
      from (select lagos_day(now()) as today)
    ),
    days as (
      select day, sum(issued) as bookings, sum(received_kobo) as kobo
      from (${figuresOf({ kind: 'place', scope, by: 'day' })}) as happened
      where day >= (select least(week, year) from begins)
      group by day
    )
    select ${since('bookings')} as bookings, ${since('kobo')} as kobo
    from begins left join days on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The query returned no figures.');
  const { today, week, month, year } = row.kobo;
  return {
    stat: row.bookings,
    rev: { today: today / 100, week: week / 100, month: month / 100, year: year / 100 },
  };
}

const since = (measure: 'bookings' | 'kobo') => {
  const amount = sql.ref(`days.${measure}`);
  return sql`jsonb_build_object(
    'today', coalesce(sum(${amount}) filter (where day >= today), 0),
    'week', coalesce(sum(${amount}) filter (where day >= week), 0),
    'month', coalesce(sum(${amount}) filter (where day >= month), 0),
    'year', coalesce(sum(${amount}) filter (where day >= year), 0))`;
};

/**
 * The year of the oldest booking of the installation, in Africa/Lagos; this year where there is none. Pages
 * name it, so that years without records are not offered.
 */
export async function firstYearOf(db: Database, { demo }: Pick<Config, 'demo'>): Promise<number> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from min(oldest.created_at) at time zone 'Africa/Lagos')::integer as year
    from unnest(${organisationNames}::text[]) as of (name) cross join lateral (
      select created_at from bookings
      where organisation = of.name and withdrawn_at is null and (${demo} or not demo)
      order by created_at limit 1
    ) as oldest`.execute(db);
  return rows[0]?.year ?? Number(dayOf(new Date()).slice(0, 4));
}
