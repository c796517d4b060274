import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { withinTime } from '#server/db/reading/one-read.ts';
import type { Counted } from '#server/lists/counters.ts';
import { only } from '#server/lists/queries.ts';
import { listReach, orderedReach, type Stretch, stretchesBack } from '#server/lists/rules.ts';
import { inScope } from '#server/scope/conditions.ts';
import { dayOf } from '#server/time.ts';
import { type BookingList, inSearch, searchedIn } from './list-conditions.ts';
import { type Found, inLookedUpOrder, type Page, rowsOf } from './page.ts';

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
  { countingMs, soonMs = usualSoonMs }: SearchTimes = {},
): Promise<Found> {
  const inTime = page.sort === '-createdAt';
  const skipped = inTime ? (page.page - 1) * page.limit : 0;
  const wanted = inTime ? Math.max(0, Math.min(page.limit, listReach - skipped)) : orderedReach;
  // Of a page in time, one more is looked for, so that whoever reads it is shown the way to the next.
  const needed = inTime ? skipped + wanted + 1 : wanted;
  const found = { ids: [] as string[], records: 0, kobo: 0 };
  const isFull = () => found.records >= needed;
  // What was looked for in vain is taken off what may be spent on counting.
  let inVainMs = 0;
  const inCountingTime = limitedTo(() => countingMs && countingMs - inVainMs);
  /** Undefined where only counting is left, and takes too long. */
  const look = (within: RawBuilder<SqlBool>, limit: RawBuilder<unknown>) => {
    const read = () =>
      lookThrough(db, list, [within, ...list.narrowing], {
        limit,
        wanted: wanted - found.ids.length,
        skipped: Math.max(0, skipped - found.records),
      });
    return isFull() ? inCountingTime(read) : read();
  };
  /**
   * What is rare here may be on every booking of another place, and isn't found soon then: where the rest
   * must be looked through at once, the place's own keys are asked.
   */
  const lookElsewhere = async (
    from: string,
    { isRare, must }: { isRare: boolean; must: boolean },
  ) => {
    const limit = must ? upTo() : sql`${listReach + 1}`;
    const rest = (keyKind: 'zone' | 'place') => sql<SqlBool>`
      ${inSearch(list.counted, keyKind)} and not (${inside({ from, until: newest })})`;
    // What is only counted has little time, of which the second look needs its part.
    const ms = isFull() ? Math.min(soonMs, (countingMs ?? Infinity) / 2) : soonMs;
    const soon = isRare ? await withinTime(ms, () => look(rest('zone'), limit)) : undefined;
    if (isRare && !soon) inVainMs += ms;
    return soon ?? (must ? look(rest('place'), limit) : undefined);
  };
  const add = ({ ids, records, kobo }: typeof found) => {
    found.ids.push(...ids);
    found.records += records;
    found.kobo += kobo;
  };
  const upTo = () => (isFull() ? sql`${listReach + 1 - found.records}` : sql`all`);

  if (list.whole !== undefined) {
    const limit = sql`${listReach + 1}`;
    const all = await withinTime(soonMs, () => look(inSearch(list.counted), limit));
    if (all && all.records <= listReach) return pageOf(db, page, { ...all, more: false });
    if (!all) {
      inVainMs += soonMs;
      // Its pieces are too frequent: what it is the whole of has an index; there may be more that hold it.
      const same = await look(isWhole(list.whole, list.counted), limit);
      if (same && same.records > 0) return pageOf(db, page, { ...same, more: true });
    }
  }
  const { from = '', to } = list.counted.days;
  const today = dayOf(new Date());
  const stretches = stretchesBack(to !== undefined && to < today ? to : today, from);
  const newest = stretches[0]?.until ?? '';
  let seemsRare = true;
  for (const [index, stretch] of stretches.entries()) {
    const within = sql<SqlBool>`
      days_and_months(found.created_at) && ${stretch.keys}::integer[] and ${inSearch(list.counted, 'place')}`;
    const here = await look(within, upTo());
    if (!here) return pageOf(db, page, { ...found, more: true });
    add(here);
    if (found.records > listReach || stretch.from <= from) break;

    seemsRare &&= found.records <= rare;
    const nextFillsIt = !isFull() && found.records * longer >= needed;
    const mayLeap = index >= sampled && seemsRare && !nextFillsIt;
    const mustLeap =
      index === stretches.length - 1 || (index >= aMonth && isFull() && found.records <= scarce);
    if (!mayLeap && !mustLeap) continue;
    const isRare = found.records <= rare;
    const others = await lookElsewhere(stretch.from, { isRare, must: mustLeap });
    if (!others && mustLeap) return pageOf(db, page, { ...found, more: true });
    seemsRare = others !== undefined && others.records <= listReach;
    // It was cut where it wasn't rare after all: which of it is the newest isn't known.
    if (!others || (!seemsRare && !mustLeap)) continue;
    add(others);
    break;
  }
  const more = found.records > listReach;
  return pageOf(db, page, { ...found, records: more ? listReach : found.records, more });
}

/**
 * The condition on `found` that its plate, licence or phone is the text, in any spelling, or its bill as it
 * was typed. Of what too many bookings share, none is found: the indexes don't know which of them are in
 * the list.
 */
function isWhole(text: string, counted: Counted): RawBuilder<SqlBool> {
  const place = inScope('bookings', counted.scope);
  const found = [
    sql`bill_ref = ${text}`,
    sql`registration <> '' and spelling_key(registration) = spelling_key(${text})`,
    sql`license <> '' and spelling_key(license) = spelling_key(${text})`,
    sql`phone_key(phone_no) = phone_key(${text})`,
    sql`phone_two <> '' and phone_key(phone_two) = phone_key(${text})`,
  ].map((same) => sql`(select id from bookings where ${same} and ${place} limit ${shared + 1})`);
  return sql`
    found.booking_id = any(coalesce((
      select case when count(*) <= ${shared} then array_agg(id) end
      from (${sql.join(found, sql` union `)}) as same), '{}'))
    and ${inSearch(counted)}`;
}

/** In milliseconds. */
export interface SearchTimes {
  /** For counting what a search whose page is full doesn't show; by default as many as it takes. */
  readonly countingMs?: number;
  /** For looking up all at once what seems to be rare. */
  readonly soonMs?: number;
}

/**
 * What is rare is mostly found within so many milliseconds without the keys of days and places, each of
 * which an index looks up for every match of the text.
 */
const usualSoonMs = 60;

/** More bookings that share a whole number are looked for among all that hold it. */
const shared = 1_000;

/** After the stretches up to this one, a fortnight, all the rest may be looked up at once. */
const sampled = 2;

/** So few matches until then promise few in all. */
const rare = 30;

/** So many times as much is found once the next stretch is looked through. */
const longer = 4;

/** After a month or more, so few matches would take the long stretches: all the rest is quicker. */
const aMonth = 3;
const scarce = 500;

/** Runs what is asked, for so many milliseconds in all; undefined is answered once they are over. */
function limitedTo(milliseconds: () => number | undefined) {
  let end: number | undefined;
  return <T>(read: () => Promise<T>): Promise<T | undefined> => {
    const limit = milliseconds();
    if (limit === undefined) return read();
    end ??= performance.now() + limit;
    return withinTime(end - performance.now(), read);
  };
}

interface Wanted {
  /** How many matches are looked at, at most. */
  readonly limit: RawBuilder<unknown>;
  /** How many ids are answered, the newest but for the first `skipped`. */
  readonly wanted: number;
  readonly skipped: number;
}

async function lookThrough(
  db: Database,
  list: BookingList,
  conditions: readonly Expression<SqlBool>[],
  { limit, wanted, skipped }: Wanted,
) {
  const { rows } = await sql<{ records: number; kobo: number; ids: string[] }>`
    with hits as materialized (
      select found.booking_id as id, found.created_at, found.price_kobo
      from ${searchedIn(list)} as found
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
  if (ids.length === 0) return { ...counted, rows: '', shown: 0 };
  const inTime = sort === '-createdAt';
  const chosen = inTime
    ? sql`(select * from unnest(${ids}::text[]) with ordinality as given (id, place))`
    : sql`(
        ${inLookedUpOrder(sql`(select unnest(${ids}::text[]) as id)`, sort)}
        limit ${limit} offset ${(page - 1) * limit})`;
  const { rows } = await sql<Pick<Found, 'rows' | 'shown'>>`${rowsOf(chosen)}`.execute(db);
  const reached = inTime ? counted.records : ids.length;
  const within = counted.more || reached < counted.records ? { within: reached } : {};
  return { ...counted, ...within, ...only(rows) };
}
