import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { BookingSort } from '#contract/booking-filters.ts';
import type { listBookings } from '#contract/bookings.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { organisationNames } from '#contract/places.ts';
import type { Database } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Caller } from '#server/http/caller.ts';
import { JsonText } from '#server/http/json-text.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { type Counted, dayAt, totalsIn } from '#server/lists/counters.ts';
import { type Days, reach, type Stretch, stretchesBack } from '#server/lists/rules.ts';
import { dayOf } from '#server/time.ts';
import { wireRow } from './booking-row.ts';
import { type BookingList, bookingListOf, inList, inSearch, orderOf } from './list-conditions.ts';

type Answer = ResponseOf<typeof listBookings>;

interface Page {
  readonly page: number;
  readonly limit: number;
  readonly sort: BookingSort;
}

/** A page of a list, and what the list says of all its bookings. */
interface Found {
  /** The rows as the text of a JSON array. */
  readonly data: string;
  readonly count: number;
  readonly records: number;
  readonly kobo: number;
  /** There are more than `records`, which were not counted. */
  readonly more?: boolean;
  /** The rows stand among the newest so many of the list. */
  readonly within?: number;
}

/** A page of the bookings that the filter shows, their number and their sum in naira. */
export async function listBookingsOf(
  db: Database,
  caller: Caller,
  filter: QueryOf<typeof listBookings>,
): Promise<Outcome<JsonText<Answer>>> {
  const list = bookingListOf(caller, filter);
  if (list instanceof Refusal) return list;
  const found = await findPage(db, list, filter);
  return answerOf(found, filter);
}

async function findPage(db: Database, list: BookingList, page: Page): Promise<Found> {
  if (list.narrowing.length === 0)
    return page.sort === '-createdAt' || page.sort === 'createdAt'
      ? pageInTime(db, list.counted, page)
      : pageInOrder(db, list.counted, page);
  if (list.by === 'newest') return amongNewest(db, list, page);
  if (list.by === 'records') return amongRecords(db, list, page);
  const found = await inStretches(db, list, page);
  return list.otherwise && found.records === 0 ? findPage(db, list.otherwise, page) : found;
}

/** The ids of the bookings that a list finds, in its order, the first `limit` of them. */
export async function allOf(
  db: Database,
  list: BookingList,
  page: Omit<Page, 'page'>,
): Promise<{ id: string }[]> {
  const { counted, narrowing, by, otherwise } = list;
  const { rows } = await sql<{ id: string }>`
    select bookings.id from bookings
    ${narrowing.length === 0 ? sql`` : sql`join booking_search as found on found.booking_id = bookings.id`}
    where ${sql.join([inList(counted), ...narrowing], sql` and `)}
      and ${by === 'newest' ? sql`bookings.id in (select id from (${newestOf(counted, reach)}) as newest)` : sql`true`}
    order by ${orderOf(page.sort)} limit ${page.limit}`.execute(db);
  return rows.length === 0 && otherwise ? allOf(db, otherwise, page) : rows;
}

/** The answer as text, so that the rows are not read and written once more. */
function answerOf({ data, count, records, kobo, ...bounds }: Found, page: Page): JsonText<Answer> {
  const { data: _, ...rest } = listAnswer([], records, page, bounds);
  const sum = bounds.more ? null : kobo / 100;
  const text = JSON.stringify({ ...rest, count, sum });
  return new JsonText(`{"data":${data},${text.slice(1)}`);
}

/** A page in the order of time: as long as any other, however deep it is. */
async function pageInTime(db: Database, counted: Counted, { page, limit, sort }: Page) {
  const newest = sort === '-createdAt';
  const skipped = (page - 1) * limit;
  const jumps = skipped > shortWalk || !hasOwnIndex(counted);
  const until = sql`((at.day + 1)::timestamp at time zone 'Africa/Lagos')`;
  const begins = sql`(at.day::timestamp at time zone 'Africa/Lagos')`;
  const place = {
    order: newest ? newestFirst : oldestFirst,
    limit,
    offset: jumps ? sql`(select ${skipped}::bigint - at.before from at)` : sql`${skipped}::bigint`,
    from: !jumps
      ? undefined
      : newest
        ? sql<SqlBool>`bookings.created_at < (select ${until} from at)`
        : sql<SqlBool>`bookings.created_at >= (select ${begins} from at)`,
  };
  const { rows } = await sql<Found>`${prepared}
    with ${jumps ? sql`at as materialized (${dayAt(counted, { skipped, newest })}),` : sql``}
      page as (${standing(counted, place)}),
      totals as (${totalsIn(counted)})
    select totals.records, totals.kobo, shown.data, shown.count
    from totals, (${rowsOf(sql`(select id, row_number() over (order by ${place.order}) as place from page)`)}) as shown`.execute(
    db,
  );
  return only(rows);
}

/** A page in another order, of the newest records. */
async function pageInOrder(db: Database, counted: Counted, { page, limit, sort }: Page) {
  const { rows } = await sql<Found>`
    with newest as (${newestOf(counted, reach)}),
      page as (
        ${inOrder(sql`newest`, sort)} limit ${limit} offset ${(page - 1) * limit}
      ),
      totals as (${totalsIn(counted)})
    select totals.records, totals.kobo, shown.data, shown.count
    from totals, (${rowsOf(sql`page`)}) as shown`.execute(db);
  const found = only(rows);
  return { ...found, ...(found.records > reach ? { within: reach } : {}) };
}

/** Looks through the newest records, for what no index can find. */
async function amongNewest(db: Database, list: BookingList, { page, limit, sort }: Page) {
  const { rows } = await sql<Found & { all: number }>`
    with newest as (${newestOf(list.counted, reach)}),
      hits as materialized (
        select found.booking_id as id, found.created_at, found.price_kobo
        from newest cross join lateral (
          select * from booking_search where booking_id = newest.id offset 0
        ) as found
        where ${sql.join(list.narrowing, sql` and `)}
      ),
      page as (
        ${inOrder(sql`hits`, sort)} limit ${limit} offset ${(page - 1) * limit}
      ),
      counted as (
        select count(*)::bigint as records, coalesce(sum(price_kobo), 0)::bigint as kobo from hits
      ),
      totals as (${totalsIn(list.counted)})
    select counted.records, counted.kobo, totals.records as all, shown.data, shown.count
    from counted, totals, (${rowsOf(sql`page`)}) as shown`.execute(db);
  const { all, ...found } = only(rows);
  return { ...found, ...(all > reach ? { within: reach } : {}) };
}

/** Looks the records up at once, by ids or by the days on which something became of them. */
async function amongRecords(db: Database, list: BookingList, page: Page): Promise<Found> {
  const { rows } = await sql<{ id: string; kobo: number }>`
    select found.booking_id as id, found.price_kobo as kobo from booking_search as found
    where ${inSearch(list.counted)} and ${sql.join(list.narrowing, sql` and `)}
    order by found.created_at desc, found.booking_id desc
    limit ${reach + 1}`.execute(db);
  const shown = rows.slice(0, reach);
  const ids = shown.map(({ id }) => id);
  const skipped = (page.page - 1) * page.limit;
  return pageOf(db, page, {
    ids: page.sort === '-createdAt' ? ids.slice(skipped, skipped + page.limit) : ids,
    records: shown.length,
    kobo: shown.reduce((sum, { kobo }) => sum + kobo, 0),
    more: rows.length > reach,
  });
}

/**
 * Takes one stretch of time after the other, until more is found than is counted. What is rare in the
 * first of them is looked up in all the others at once, by its own keys alone.
 */
async function inStretches(db: Database, list: BookingList, page: Page): Promise<Found> {
  const inTime = page.sort === '-createdAt';
  const skipped = inTime ? (page.page - 1) * page.limit : 0;
  const wanted = inTime ? Math.max(0, Math.min(page.limit, reach - skipped)) : reach;
  const found = { ids: [] as string[], records: 0, kobo: 0 };
  const look = (within: RawBuilder<SqlBool>, limit: RawBuilder<unknown>) =>
    lookThrough(db, [within, ...list.narrowing], {
      limit,
      wanted: wanted - found.ids.length,
      skipped: Math.max(0, skipped - found.records),
    });
  const add = ({ ids, records, kobo }: typeof found) => {
    found.ids.push(...ids);
    found.records += records;
    found.kobo += kobo;
  };

  const stretches = stretchesBack(dayOf(new Date()));
  const newest = stretches[0]?.until ?? '';
  let seemsRare = true;
  for (const [index, stretch] of stretches.entries()) {
    const keys = sql`days_and_months(found.created_at) && ${stretch.keys}::integer[]`;
    const within = sql<SqlBool>`${keys} and ${inSearch(list.counted)} and ${inside(stretch)}`;
    if (overlaps(stretch, list.counted.days)) add(await look(within, sql`all`));
    if (found.records > reach) break;
    const isLast = index === stretches.length - 1;
    seemsRare &&= found.records <= rare;
    if (!isLast && (index < sampled || !seemsRare)) continue;
    const rest = sql<SqlBool>`
      ${inSearch(list.counted, { byKeys: false })}
      and not (${inside({ from: stretch.from, until: newest })})`;
    const others = await look(rest, isLast ? sql`all` : sql`${reach + 1}`);
    seemsRare = others.records <= reach;
    if (!isLast && !seemsRare) continue;
    add(others);
    break;
  }
  const more = found.records > reach;
  return pageOf(db, page, { ...found, records: more ? reach : found.records, more });
}

/** After the stretches up to this one, a fortnight, so many matches are few in all. */
const sampled = 2;
const rare = 30;

interface Wanted {
  /** How many matches are looked at, at most. */
  readonly limit: RawBuilder<unknown>;
  /** How many ids are answered, the newest but for the first `skipped`. */
  readonly wanted: number;
  readonly skipped: number;
}

async function lookThrough(
  db: Database,
  conditions: readonly Expression<SqlBool>[],
  { limit, wanted, skipped }: Wanted,
) {
  const { rows } = await sql<{ records: number; kobo: number; ids: string[] }>`
    with hits as materialized (
      select found.booking_id as id, found.created_at, found.price_kobo
      from booking_search as found
      where ${sql.join(conditions, sql` and `)}
      limit ${limit}
    )
    select count(*)::bigint as records, coalesce(sum(price_kobo), 0)::bigint as kobo,
      array(select id from hits order by created_at desc, id desc
            limit ${wanted} offset ${skipped}) as ids
    from hits`.execute(db);
  return only(rows);
}

const inside = ({ from, until }: Pick<Stretch, 'from' | 'until'>) => sql<SqlBool>`(
  found.created_at >= ${midnight(from)} and found.created_at < ${midnight(until)})`;

const overlaps = (stretch: Stretch, { from = '', to }: Days): boolean =>
  from < stretch.until && (to === undefined || to >= stretch.from);

const midnight = (day: string) => sql`(${day}::timestamp at time zone 'Africa/Lagos')`;

interface Hits {
  /** Newest first: of the page, or of all that another order is made of. */
  readonly ids: readonly string[];
  readonly records: number;
  readonly kobo: number;
  readonly more: boolean;
}

async function pageOf(db: Database, { page, limit, sort }: Page, hits: Hits): Promise<Found> {
  const { ids, ...counted } = hits;
  if (ids.length === 0) return { ...counted, data: '[]', count: 0 };
  const inTime = sort === '-createdAt';
  const chosen = inTime
    ? sql`(select * from unnest(${ids}::text[]) with ordinality as given (id, place))`
    : sql`(
        ${inOrder(sql`(select unnest(${ids}::text[]) as id)`, sort)}
        limit ${limit} offset ${(page - 1) * limit})`;
  const { rows } = await sql<Pick<Found, 'data' | 'count'>>`${rowsOf(chosen)}`.execute(db);
  const within = counted.more ? { within: reach } : {};
  return { ...counted, ...within, ...only(rows) };
}

/**
 * A query of the ids that `wanted` has, in the list's order. Each is looked up by itself: PostgreSQL
 * would rather read the whole table than ten thousand of its rows.
 */
const inOrder = (wanted: RawBuilder<unknown>, sort: BookingSort) => sql`
  select wanted.id, row_number() over (order by ${orderOf(sort)}) as place
  from ${wanted} as wanted cross join lateral (
    select * from bookings where bookings.id = wanted.id offset 0
  ) as bookings
  order by place`;

/** `page` selects ids and their `place`: the rows in that order, as the text of a JSON array. */
const rowsOf = (page: RawBuilder<unknown>) => sql`
  select coalesce(json_agg(row.booking order by page.place), '[]')::text as data,
         count(*)::int as count
  from ${page} as page cross join lateral (${wireRow(sql`page.id`)}) as row`;

const newestFirst = sql`created_at desc, id desc`;
const oldestFirst = sql`created_at, id`;

const newestOf = (counted: Counted, limit: number) =>
  standing(counted, { order: newestFirst, limit, offset: sql`0` });

interface Place {
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: RawBuilder<unknown>;
  /** Where the walk along the index begins. */
  readonly from?: RawBuilder<SqlBool> | undefined;
}

/**
 * Ids and times of the list's bookings in the order of time. Every index begins with the
 * organisation, so that several of them are walked side by side.
 */
function standing(counted: Counted, { order, limit, offset, from }: Place): RawBuilder<unknown> {
  const { scope } = counted;
  const organisations = scope.organisation === null ? organisationNames : [scope.organisation];
  const walks = organisations.map(
    (organisation) => sql`(
      select bookings.id, bookings.created_at from bookings
      where ${inList({ ...counted, scope: { ...scope, organisation } })}
        and ${from ?? sql`true`}
      order by ${order} limit ${offset} + ${sql.lit(limit)})`,
  );
  return sql`
    select id, created_at from (${sql.join(walks, sql` union all `)}) as standing
    order by ${order} limit ${sql.lit(limit)} offset ${offset}`;
}

/** So few rows are walked past as quickly as their day is found. */
const shortWalk = 100;

/** Withdrawn bookings stand thinly among the others, so that their day is worth finding. */
const hasOwnIndex = ({ lists }: Counted): boolean => !lists.every((name) => name === 'withdrawn');

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The list gave no answer.');
  return row;
}
