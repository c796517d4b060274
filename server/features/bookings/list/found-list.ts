import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { Database } from '#server/db/database.ts';
import { withinTime } from '#server/db/reading/one-read.ts';
import { only, withinDays } from '#server/lists/queries.ts';
import { listReach, mayBeWhole, unindexedReach } from '#server/lists/rules.ts';
import type { Counted } from '#server/lists/totals.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';
import { newestOf } from './counted-list.ts';
import { type BookingList, type Handled, inKeys, inSearch, searchedIn } from './list-conditions.ts';
import { sortedByOf } from './order.ts';
import { type Found, type ListSource, type Page, pageOf, rowsOf } from './page.ts';

/**
 * A page of a list that no figures count: all that it holds is found and counted. Where that takes
 * too long, only the newest bookings are looked through, and the list says that there are more.
 */
export async function pageOfFound(
  { db, searchMs, narrowMs }: ListSource,
  list: BookingList,
  page: Page,
): Promise<Found> {
  const { strategy, search } = list;
  if (strategy !== 'newestOnly') {
    const hits = sql`hits as materialized (${everyHit(list, page.sort)})`;
    const ask = () => pageOfHits(db, hits, page, sql`false`);
    const all = await withinTime(search === undefined ? narrowMs : searchMs, ask);
    if (all) return all.found;
  }
  const reach = search === undefined ? listReach : unindexedReach;
  const newest = newestHits(list, page.sort, reach);
  const isBeyond = sql<SqlBool>`(select count(*) from candidates) > ${reach}`;
  const { found, isCut } = await pageOfHits(db, newest, page, isBeyond);
  if (!isCut) return found;
  return strategy === 'newestOnly' || found.records === 0
    ? { ...found, within: reach }
    : { ...found, more: true, within: found.records };
}

/** The page of `hits`, one of the `queries`, and whether `isCut` is true of these. */
async function pageOfHits(
  db: Database,
  queries: RawBuilder<unknown>,
  page: Page,
  isCut: RawBuilder<SqlBool>,
) {
  const { rows } = await sql<Found & { isCut: boolean }>`
    with ${queries},
      page as (${pageOf(sql`hits`, page)}),
      counted as (
        select count(*)::bigint as records, coalesce(sum(price_kobo), 0)::bigint as kobo from hits
      )
    select counted.records, counted.kobo, ${isCut} as "isCut", listed.rows, listed.shown
    from counted, (${rowsOf(sql`page`)}) as listed`.execute(db);
  const { isCut: cut, ...found } = only(rows);
  return { found, isCut: cut };
}

/** Id, moment, price and what the order is made of. */
const hitColumns = (sort: BookingSort) => sql`
  found.booking_id as id, found.created_at, found.price_kobo, ${sortedByOf(sort, 'found')}`;

/** All that the list holds, in no order. */
export function everyHit(list: BookingList, sort: BookingSort): RawBuilder<unknown> {
  const { strategy, counted, narrowing, handled } = list;
  if (strategy === 'byPayment' && handled) return hitsOf(latestOf(counted, handled), list, sort);
  const made = withinDays(sql.ref('found.created_at'), counted.days);
  const conditions =
    strategy === 'byIds' ? [inSearch({ ...counted, days: {} }), ...made] : [inKeys(counted)];
  return sql`
    select ${hitColumns(sort)} from ${searchedIn(list)} as found
    where ${sql.join([...conditions, ...narrowing], sql` and `)}`;
}

/**
 * `candidates`, the newest `reach` bookings and one more, and `hits`, those of the first that are in the
 * list. A whole plate or number is also found by its own index, unless the list is one of payments.
 */
export function newestHits(
  list: BookingList,
  sort: BookingSort,
  reach: number,
): RawBuilder<unknown> {
  const { counted, handled, search } = list;
  const payments = list.strategy === 'byPayment' ? handled : undefined;
  const latest = payments
    ? latestOf(counted, payments, sql`limit ${reach + 1}`)
    : sql`select id, created_at as at from (${newestOf(counted, reach + 1)}) as newest`;
  const hasIndex = !payments && search !== undefined && mayBeWhole(search);
  const whole = hasIndex ? sql`union ${sharing(search, counted)}` : sql``;
  const looked = sql`select id from candidates where place <= ${reach} ${whole}`;
  return sql`
    candidates as materialized (
      select id, row_number() over (order by at desc, id desc) as place from (${latest}) as latest
    ),
    hits as materialized (${hitsOf(looked, list, sort)})`;
}

/** Those of some ids that are in the list, each looked up by itself. */
const hitsOf = (ids: RawBuilder<unknown>, list: BookingList, sort: BookingSort) => sql`
  select ${hitColumns(sort)}
  from (${ids}) as wanted cross join lateral (
    select * from ${searchedIn(list)} where booking_id = wanted.id offset 0
  ) as found
  where ${sql.join([inSearch(list.counted), ...list.narrowing], sql` and `)}`;

/** Where more bookings share a number, so many of the newest are looked up. */
const mostSharing = 1_000;

/**
 * The ids of bookings whose plate, licence or phone is the text, in any spelling. A bill must be as
 * it was typed.
 */
function sharing(text: string, { scope }: Counted): RawBuilder<unknown> {
  const found = [
    sql`bill_ref = ${text}`,
    sql`registration <> '' and spelling_key(registration) = spelling_key(${text})`,
    sql`license <> '' and spelling_key(license) = spelling_key(${text})`,
    sql`phone_key(phone_no) = phone_key(${text})`,
    sql`phone_two <> '' and phone_key(phone_two) = phone_key(${text})`,
  ].map(
    (same) => sql`(
      select id from bookings where ${same} and ${inScope('bookings', scope)}
      order by created_at desc limit ${mostSharing})`,
  );
  return sql.join(found, sql` union `);
}

/** Ids and moments of the payments or clearances of these days, the latest first; all without `limit`. */
function latestOf(
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
