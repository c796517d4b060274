import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { withinTime } from '#server/db/one-read.ts';
import { listReach, orderedReach, type Stretch, stretchesBack } from '#server/lists/rules.ts';
import { dayOf } from '#server/time.ts';
import { type BookingList, inSearch } from './list-conditions.ts';
import { type Found, inLookedUpOrder, only, type Page, rowsOf } from './page.ts';

/**
 * Takes one stretch of time after the other, until more is found than is counted. What is rare in the
 * first of them is looked up in all the others at once, by its own keys alone. Once the page is full,
 * the rest is only counted, for `countingMs` at most: what isn't counted then is said to be more. Of
 * millions, counting those with a name that one in a thousand bears takes longer than anybody waits.
 */
export async function inStretches(
  db: Database,
  list: BookingList,
  page: Page,
  countingMs?: number,
): Promise<Found> {
  const inTime = page.sort === '-createdAt';
  const skipped = inTime ? (page.page - 1) * page.limit : 0;
  const wanted = inTime ? Math.max(0, Math.min(page.limit, listReach - skipped)) : orderedReach;
  const found = { ids: [] as string[], records: 0, kobo: 0 };
  let countedUntil = 0;
  /** Undefined where only counting is left, and takes too long. */
  const look = (within: RawBuilder<SqlBool>, limit: RawBuilder<unknown>) => {
    const read = () =>
      lookThrough(db, [within, ...list.narrowing], {
        limit,
        wanted: wanted - found.ids.length,
        skipped: Math.max(0, skipped - found.records),
      });
    if (countingMs === undefined || found.ids.length < wanted) return read();
    if (countedUntil === 0) countedUntil = performance.now() + countingMs;
    return withinTime(countedUntil - performance.now(), read);
  };
  const add = ({ ids, records, kobo }: typeof found) => {
    found.ids.push(...ids);
    found.records += records;
    found.kobo += kobo;
  };

  const { from = '', to } = list.counted.days;
  const today = dayOf(new Date());
  const stretches = stretchesBack(to !== undefined && to < today ? to : today, from);
  const newest = stretches[0]?.until ?? '';
  let seemsRare = true;
  const upTo = () =>
    found.ids.length >= wanted ? sql`${listReach + 1 - found.records}` : sql`all`;
  for (const [index, stretch] of stretches.entries()) {
    const within = sql<SqlBool>`
      days_and_months(found.created_at) && ${stretch.keys}::integer[] and ${inSearch(list.counted, 'place')}`;
    const here = await look(within, upTo());
    if (!here) return pageOf(db, page, { ...found, more: true });
    add(here);
    if (found.records > listReach || stretch.from <= from) break;
    seemsRare &&= found.records <= rare;
    const isLast =
      index === stretches.length - 1 ||
      (index >= aMonth && found.ids.length >= wanted && found.records <= scarce);
    const fills = found.ids.length < wanted && found.ids.length * longer >= wanted;
    if (!isLast && (index < sampled || !seemsRare || fills)) continue;
    // What is rare in this place may be on every booking of another.
    const rest = sql<SqlBool>`
      ${inSearch(list.counted, found.records === 0 ? 'zone' : 'place')}
      and not (${inside({ from: stretch.from, until: newest })})`;
    const others = await look(rest, isLast ? upTo() : sql`${listReach + 1}`);
    if (!others) return pageOf(db, page, { ...found, more: true });
    seemsRare = others.records <= listReach;
    if (!isLast && !seemsRare) continue;
    add(others);
    break;
  }
  const more = found.records > listReach;
  return pageOf(db, page, { ...found, records: more ? listReach : found.records, more });
}

/** After the stretches up to this one, a fortnight, so many matches are few in all. */
const sampled = 2;
const rare = 30;

/** So many times as much is found once the next stretch is looked through. */
const longer = 4;

/** After a month or more, so few matches would take the long stretches: all the rest is quicker. */
const aMonth = 3;
const scarce = 500;

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
        ${inLookedUpOrder(sql`(select unnest(${ids}::text[]) as id)`, sort)}
        limit ${limit} offset ${(page - 1) * limit})`;
  const { rows } = await sql<Pick<Found, 'data' | 'count'>>`${rowsOf(chosen)}`.execute(db);
  const reached = inTime ? counted.records : ids.length;
  const within = counted.more || reached < counted.records ? { within: reached } : {};
  return { ...counted, ...within, ...only(rows) };
}
