import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { only } from '#server/lists/queries.ts';
import { wholeReach } from '#server/lists/rules.ts';
import { totalsOfOfficer } from '#server/lists/totals.ts';
import { type CountedBookings, inSearch } from './list-conditions.ts';
import { type Found, type Page, rowsOf } from './page.ts';

/**
 * A page of an officer's bookings, the newest first. Figures give their number and sum, so that a
 * page looks only at its own bookings and those before it. They also end the search at the last
 * booking of a state, beyond which none would be found.
 */
export async function pageOfOfficer(
  db: Database,
  officerId: string,
  counted: CountedBookings,
  { page, limit }: Page,
): Promise<Found> {
  const skipped = (page - 1) * limit;
  const shown = Math.max(0, Math.min(limit, wholeReach - skipped));
  const { rows } = await sql<Found>`
    with totals as materialized (${totalsOfOfficer(counted, officerId)}),
      page as (
        select booking_id as id, row_number() over (order by created_at desc, booking_id desc) as place
        from (
          select found.booking_id, found.created_at from booking_search as found
          where found.created_by = ${officerId} and ${inSearch(counted)}
          order by found.created_at desc, found.booking_id desc
          limit (select greatest(0, least(${shown}, records - ${skipped})) from totals)
          offset ${skipped}
        ) as numbered
      )
    select totals.records, totals.kobo, listed.rows, listed.shown
    from totals, (${rowsOf(sql`page`)}) as listed`.execute(db);
  const found = only(rows);
  return { ...found, ...(found.records > wholeReach ? { within: wholeReach } : {}) };
}
