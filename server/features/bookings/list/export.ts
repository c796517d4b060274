import { type RawBuilder, sql } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { exportBookings } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits, longExportLimits } from '#contract/list-filters.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportList, tooLong } from '#server/lists/commands.ts';
import { type Ids, packedIds } from '#server/lists/packed-ids.ts';
import { unindexedReach } from '#server/lists/rules.ts';
import { cellsOf } from '#server/lists/table.ts';
import { totalsIn } from '#server/lists/totals.ts';
import { bookingsInOrderOf } from '../queries.ts';
import { everyOf } from './counted-list.ts';
import { bookingColumns } from './export-columns.ts';
import { everyHit, newestHits } from './found-list.ts';
import { type BookingList, bookingListOf } from './list-conditions.ts';
import { isInTime, orderOf } from './order.ts';

type Filter = QueryOf<typeof exportBookings>;

/**
 * Writes every booking that was in the list when it was asked for, in the list's order. 400 beyond
 * `exportLimits`, or `longExportLimits` where figures and one index know the list.
 */
export async function exportBookingsOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: Filter,
) {
  const list = bookingListOf(caller, filters);
  if (list instanceof Refusal) return list;
  const isWalked = list.strategy === 'byFigures' && isInTime(filters.sort);
  const limits = isWalked ? longExportLimits : exportLimits;
  if ((await knownLength(reports, list)) > limits[format]) return tooLong(format, limits);
  return exportList(db, actor, caller, {
    event: 'bookings.exported',
    format,
    limits,
    filters,
    name: nameOf(filters),
    columns: bookingColumns,
    ids: await idsOf(reports, list, { sort: filters.sort, limit: limits[format] + 1 }),
    rowsOf: async (ids) => cellsOf(bookingColumns, await bookingsInOrderOf(reports, ids)),
  });
}

/** The length of the list, where it is known without looking at the list. */
async function knownLength(db: Database, { strategy, counted }: BookingList): Promise<number> {
  if (strategy !== 'byFigures') return 0;
  const { rows } = await sql<{ records: number }>`${totalsIn(counted)}`.execute(db);
  return rows[0]?.records ?? 0;
}

/** So many ids come in one row. */
const packed = 1_000;

/**
 * The ids of the bookings that the list finds, in its order; of a longer list, any `limit` of them.
 * One statement reads them, so they are those of one moment.
 */
async function idsOf(
  db: Database,
  list: BookingList,
  { sort, limit }: { readonly sort: BookingSort; readonly limit: number },
): Promise<Ids> {
  const { rows } = await sql<{ ids: string }>`
    select string_agg(id, '' order by place) as ids
    from (
      select id, row_number() over (order by ${orderOf(sort)}) as place
      from (${hitsOf(list, sort)} limit ${limit}) as hits
    ) as ordered
    group by (place - 1) / ${packed}::integer order by min(place)`.execute(db);
  if (rows.length === 0 && list.otherwise) return idsOf(db, list.otherwise, { sort, limit });
  return packedIds(
    rows.map(({ ids }) => ids),
    packed,
  );
}

/** All that the list holds; what figures count stands in its order. */
function hitsOf(list: BookingList, sort: BookingSort): RawBuilder<unknown> {
  if (list.strategy === 'newestOnly')
    return sql`with ${newestHits(list, sort, unindexedReach)} select * from hits`;
  if (list.strategy !== 'byFigures') return everyHit(list, sort);
  return sql`
    select * from (${everyOf(list.counted, sort)}) as hits order by ${orderOf(sort)}`;
}

function nameOf({ _boolpaid: paid, _boolcompleted: completed }: Omit<Filter, 'format'>): string {
  if (completed === true) return 'completed-bookings';
  if (paid === undefined) return 'bookings';
  return paid ? 'paid-bookings' : 'unpaid-bookings';
}
