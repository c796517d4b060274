import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { organisationsOf } from '#server/lists/counters.ts';
import { only } from '#server/lists/queries.ts';
import { wholeReach } from '#server/lists/rules.ts';
import { inScope } from '#server/scope/conditions.ts';
import { type CountedBookings, type CountedState, inSearch } from './list-conditions.ts';
import { type Found, type Page, rowsOf } from './page.ts';

/**
 * A page of an officer's bookings, the newest first. Their number and sum come from the counters of
 * the reconciliation, so that only the bookings of the page, and of those before it, are looked at:
 * after the last of a state, the rest would be looked through in vain.
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
    with totals as materialized (${totalsOf(officerId, counted)}),
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

/** How many bookings of the officer are in these lists and what they cost (kobo), exact at this moment. */
function totalsOf(
  officerId: string,
  { lists, scope }: CountedBookings,
): RawBuilder<{ records: number; kobo: number }> {
  const organisations = sql`organisation in (${sql.join([...organisationsOf(scope)])})`;
  return sql`
    select coalesce(sum(${sumOf(lists, '')}), 0)::bigint as records,
           coalesce(sum(${sumOf(lists, '_kobo')}), 0)::bigint as kobo
    from (
      select issued, paid, cleared, withdrawn, issued_kobo, paid_kobo, cleared_kobo, withdrawn_kobo
      from reconciliation_counters
      where kind = 'officer' and span = 'month' and key = ${officerId}
        and ${organisations} and ${inScope('reconciliation_counters', scope)}
      union all
      select issued, paid, cleared, withdrawn, issued * kobo, paid * kobo, cleared * kobo,
             withdrawn * kobo
      from reconciliation_changes
      where (xid, seq) > ((select xid from reconciliation_watermark),
                          (select seq from reconciliation_watermark))
        and officer_id = ${officerId} and ${inScope('reconciliation_changes', scope)}
    ) as standing`;
}

/** What has been paid was issued, and what was cleared has been paid. */
const sums: Readonly<Record<CountedState, (of: '' | '_kobo') => string>> = {
  unpaid: (of) => `issued${of} - paid${of} - withdrawn${of}`,
  paid: (of) => `paid${of} - cleared${of}`,
  completed: (of) => `cleared${of}`,
  withdrawn: (of) => `withdrawn${of}`,
};

const sumOf = (lists: readonly CountedState[], of: '' | '_kobo') =>
  sql.raw(lists.length === 0 ? '0' : lists.map((list) => sums[list](of)).join(' + '));
