import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { Organisation } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { withinTime } from '#server/db/reading/one-read.ts';
import { prepared } from '#server/db/reading/prepared.ts';
import { fromItsDay, fromTheBeginning, shortWalk } from '#server/lists/place-in-time.ts';
import { only } from '#server/lists/queries.ts';
import { listReach, wholeReach } from '#server/lists/rules.ts';
import { totalsIn } from '#server/lists/totals.ts';
import { organisationsOf } from '#server/scope/conditions.ts';
import { type CountedBookings, inList } from './list-conditions.ts';
import { sortedByOf } from './order.ts';
import { type Found, type ListSource, type Page, pageOf, rowsOf } from './page.ts';

/** A page in the order of time. */
export async function pageInTime(
  db: Database,
  counted: CountedBookings,
  { page, limit, sort }: Page,
): Promise<Found> {
  const newest = sort === '-createdAt';
  const skipped = (page - 1) * limit;
  const isDeep = skipped > shortWalk || standThinly(counted);
  const placeOf = isDeep ? fromItsDay : fromTheBeginning;
  const { queries, begins, offset } = placeOf(counted, { skipped, newest });
  const order = newest ? newestFirst : oldestFirst;
  const shown = standing(counted, {
    order,
    limit,
    offset,
    // A number that the plan knows: it is then kept, whatever page is asked for.
    walked: isDeep ? undefined : shortWalk + limit,
    from: begins(sql`bookings.created_at`),
  });
  const { rows } = await sql<Found>`${prepared}
    with ${queries}, page as (${shown})
    select totals.records, totals.kobo, listed.rows, listed.shown
    from totals, (${rowsOf(sql`(select id, row_number() over (order by ${order}) as place from page)`)}) as listed`.execute(
    db,
  );
  return only(rows);
}

/**
 * A page in another order. A list longer than `wholeReach`, or one that takes too long, shows its
 * newest records only.
 */
export async function pageInOrder(
  { db, narrowMs }: ListSource,
  counted: CountedBookings,
  page: Page,
): Promise<Found> {
  const { rows } = await sql<{ records: number }>`${totalsIn(counted)}`.execute(db);
  const every = () => orderedPage(db, counted, page, everyOf(counted, page.sort));
  const isShort = only(rows).records <= wholeReach;
  const whole = isShort ? await withinTime(narrowMs, every) : undefined;
  if (whole) return whole;
  const more = sql`, ${sortedByOf(page.sort, 'bookings')}`;
  const found = await orderedPage(db, counted, page, newestOf(counted, listReach, more));
  return { ...found, ...(found.records > listReach ? { within: listReach } : {}) };
}

async function orderedPage(
  db: Database,
  counted: CountedBookings,
  page: Page,
  hits: RawBuilder<unknown>,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with hits as (${hits}),
      page as (${pageOf(sql`hits`, page)}),
      totals as (${totalsIn(counted)})
    select totals.records, totals.kobo, listed.rows, listed.shown
    from totals, (${rowsOf(sql`page`)}) as listed`.execute(db);
  return only(rows);
}

/** All bookings of the list, in no order. */
export const everyOf = (counted: CountedBookings, sort: BookingSort): RawBuilder<unknown> => sql`
  select id, created_at, ${sortedByOf(sort, 'bookings')} from bookings where ${inList(counted)}`;

const newestFirst = sql`created_at desc, id desc`;
const oldestFirst = sql`created_at, id`;

/** Ids and times of the newest bookings of the list, and what `more` names. */
export const newestOf = (counted: CountedBookings, limit: number, more = sql``) =>
  standing(counted, { order: newestFirst, limit, offset: sql`0`, more });

interface Place {
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: RawBuilder<unknown>;
  /** The walk along the index takes so many rows; by default those of the page and its offset. */
  readonly walked?: number | undefined;
  /** Conditions with which the walk along the index begins. */
  readonly from?: readonly Expression<SqlBool>[];
  /** Columns besides id and time. */
  readonly more?: RawBuilder<unknown>;
}

/**
 * Ids and times of the list's bookings in the order of time. Every index begins with the
 * organisation, so that several of them are walked side by side.
 */
function standing(
  counted: CountedBookings,
  { order, limit, offset, walked, from = [], more = sql`` }: Place,
): RawBuilder<unknown> {
  const { scope } = counted;
  const walk = (organisation: Organisation, end: RawBuilder<unknown>) => sql`
    select id, created_at${more} from bookings
    where ${sql.join([inList({ ...counted, scope: { ...scope, organisation } }), ...from], sql` and `)}
    order by ${order} ${end}`;
  const page = sql`limit ${sql.lit(limit)} offset ${offset}`;
  const [organisation, ...others] = organisationsOf(scope);
  // Along a single index PostgreSQL passes over rows without leaving it.
  if (organisation !== undefined && others.length === 0 && walked === undefined)
    return walk(organisation, page);
  const end = walked === undefined ? sql`${offset} + ${sql.lit(limit)}` : sql.lit(walked);
  const walks = organisationsOf(scope).map((each) => sql`(${walk(each, sql`limit ${end}`)})`);
  return sql`
    select * from (${sql.join(walks, sql` union all `)}) as standing
    order by ${order} ${page}`;
}

/**
 * Each state alone has an index, and so have all of them together. Several of them without the
 * completed ones, which are most, are worth finding the day in which they begin.
 */
const standThinly = ({ lists }: CountedBookings): boolean =>
  lists.length > 1 && !lists.includes('completed');
