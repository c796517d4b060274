import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Counted } from '#server/lists/counters.ts';
import { only, withinDays } from '#server/lists/queries.ts';
import { listReach, orderedReach, unindexedReach } from '#server/lists/rules.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { newestOf } from './counted-list.ts';
import {
  type BookingList,
  type Handled,
  inSearch,
  isOfHits,
  searchedIn,
} from './list-conditions.ts';
import { type Found, inOrder, type Page, rowsOf } from './page.ts';

/**
 * A page of what an index finds at once: the records of an officer, or what else there is among the
 * latest that were paid, cleared or made.
 */
export async function pageOfFound(db: Database, list: BookingList, page: Page): Promise<Found> {
  const { sort } = page;
  const { rows } = await sql<Found & { isBeyond: boolean }>`
    with ${hitsOf(list)},
      page as (${pageOfHits(list, page)}),
      counted as (
        select count(*)::bigint as records, coalesce(sum(price_kobo), 0)::bigint as kobo from hits
      )
    select counted.records, counted.kobo, (select count(*) from candidates) > ${reachOf(list)} as "isBeyond",
      listed.rows, listed.shown
    from counted, (${rowsOf(sql`page`)}) as listed`.execute(db);
  const { isBeyond, ...found } = only(rows);
  const isCut = !isOfHits(sort) && found.records > orderedReach;
  if (!isBeyond && !isCut) return found;
  return {
    ...found,
    within: isCut ? orderedReach : reachOf(list),
    ...(isBeyond && everyCandidateIsOne(list) ? { more: true } : {}),
  };
}

/** An officer's records stand in the order of time already. */
function pageOfHits({ strategy }: BookingList, { page, limit, sort }: Page): RawBuilder<unknown> {
  const skipped = (page - 1) * limit;
  if (strategy === 'byIds' && sort === '-createdAt')
    return sql`select id, place from hits where place > ${skipped} order by place limit ${limit}`;
  const ordered = isOfHits(sort)
    ? sql`hits`
    : sql`(select * from hits order by created_at desc, id desc limit ${orderedReach})`;
  return sql`${inOrder(ordered, sort)} limit ${limit} offset ${skipped}`;
}

/** Whether nothing but the candidates' own order decides what is in the list. */
function everyCandidateIsOne({ strategy, counted, narrowing, handled }: BookingList): boolean {
  if (strategy === 'byIds') return true;
  if (handled === undefined || narrowing.length > 0) return false;
  const become =
    handled.dayOf === 'paid' ? (['paid', 'completed'] as const) : (['completed'] as const);
  return become.every((name) => counted.lists.includes(name));
}

const reachOf = ({ strategy }: BookingList): number =>
  strategy === 'newestOnly' ? unindexedReach : listReach;

/** `candidates`, one more than a list reaches, and `hits`, those of the first that are in the list. */
function hitsOf(list: BookingList): RawBuilder<unknown> {
  const { strategy, counted, narrowing, handled } = list;
  const reach = reachOf(list);
  if (strategy === 'byIds') {
    const place = inSearch({ ...counted, days: {} });
    const made = withinDays(sql.ref('found.created_at'), counted.days);
    return sql`
      candidates as materialized (
        select found.booking_id as id, found.created_at, found.price_kobo, found.zone,
          row_number() over (order by found.created_at desc, found.booking_id desc) as place
        from ${searchedIn(list)} as found
        where ${sql.join([place, ...made, ...narrowing], sql` and `)}
        order by found.created_at desc, found.booking_id desc limit ${reach + 1}
      ),
      hits as (select * from candidates where place <= ${reach})`;
  }
  const latest = handled
    ? latestOf(counted, handled, sql`limit ${reach + 1}`)
    : sql`select id, created_at as at from (${newestOf(counted, reach + 1)}) as newest`;
  return sql`
    candidates as materialized (
      select id, row_number() over (order by at desc, id desc) as place from (${latest}) as latest
    ),
    hits as materialized (
      select found.booking_id as id, found.created_at, found.price_kobo, found.zone
      from candidates cross join lateral (
        select * from ${searchedIn(list)} where booking_id = candidates.id offset 0
      ) as found
      where candidates.place <= ${reach}
        and ${sql.join([inSearch(counted), ...narrowing], sql` and `)}
    )`;
}

/** Ids and moments of the payments or clearances of these days, the latest first; all without `limit`. */
export function latestOf(
  { scope }: Counted,
  { dayOf, from, to }: Handled,
  limit = sql``,
): RawBuilder<unknown> {
  const walks = organisationsOf(scope).map((organisation) => {
    const place = { ...scope, organisation };
    return dayOf === 'paid'
      ? sql`(
          select payments.booking_id as id, payments.confirmed_at as at from payments
          where ${sql.join([inScope('payments', place), ...withinDays(sql.ref('payments.confirmed_at'), { from, to })], sql` and `)}
          order by payments.confirmed_at desc, payments.booking_id desc ${limit})`
      : sql`(
          select bookings.id, bookings.completed_at as at from bookings
          where bookings.completed
            and ${sql.join([inScope('bookings', place), ...withinDays(sql.ref('bookings.completed_at'), { from, to })], sql` and `)}
          order by bookings.completed_at desc, bookings.id desc ${limit})`;
  });
  return sql`
    select id, at from (${sql.join(walks, sql` union all `)}) as handled
    order by at desc, id desc ${limit}`;
}
