import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { LruMap } from 'toad-cache';
import type { Database } from '#server/db/database.ts';
import { type Counted, countersByDay, totalsIn, totalsSince } from './counters.ts';

/** Where a page is looked for in the order of time, for the statement that reads it. */
export interface PlaceInTime {
  /**
   * Queries for a `with`: `totals`, the list's `records` and `kobo`, exact at this moment; and `place`,
   * whose column `holds` the statement answers beside the page.
   */
  readonly queries: RawBuilder<unknown>;
  /** How many records of the list are passed over once `begins` is true. */
  readonly offset: RawBuilder<unknown>;
  /** The conditions on a record's moment that in the list's order it doesn't lie before the page's day. */
  readonly begins: (moment: Expression<unknown>) => readonly Expression<SqlBool>[];
  /**
   * The page is nearer to the end of its day: records are passed over in the opposite order, and the
   * page's last one comes first. `begins` then says that it doesn't lie after the day.
   */
  readonly backwards: boolean;
}

/** What the statement answers of its place. */
export interface PlaceHolds {
  /** False where the page has moved to a day before, or the counters know more than the database read. */
  readonly holds: boolean;
}

interface Wanted {
  readonly skipped: number;
  readonly limit: number;
  readonly newest: boolean;
  /** The page is worth the look for its day. */
  readonly jumps: boolean;
}

/**
 * Asks for a page of the list with its place, and again where the place doesn't hold. A deep page
 * begins on the day that its list's counters name.
 */
export type AskInTime = <Found extends PlaceHolds>(
  db: Database,
  counted: Counted,
  wanted: Wanted,
  ask: (place: PlaceInTime) => Promise<Found>,
) => Promise<Found>;

/** So few rows are walked past as quickly as their day is found. */
export const shortWalk = 100;

/** Some fifteen megabytes, where all of them have ten years of days. */
const mostKept = 100;

/** What changes in a minute is added up as quickly as the counters of thousands of days are read. */
const keptMs = 60_000;

/**
 * By so many records a page may have moved over the end of its day. At first by none, since few pages are
 * so near to it; then by as many as may not be folded yet, since the second look reads the counters anew.
 */
const leeways = [0, 1_000, 20_000];

/**
 * Keeps the counters of lists as they stood at a watermark. What changed since then is added by the
 * statement that reads a page, so that its totals and its place are exact at its own moment, however
 * old the counters are; adding up the days before a deep page took a third of its time.
 */
export function keepCounters(): AskInTime {
  const kept = new LruMap<CountersByDay>(mostKept, keptMs);
  return async (db, counted, wanted, ask) => {
    const { skipped, jumps } = wanted;
    if (!jumps) return ask(fromTheBeginning(counted, skipped));
    const key = JSON.stringify(counted);
    for (const [attempt, leeway] of leeways.entries()) {
      let counters = attempt === 0 ? kept.get(key) : undefined;
      if (!counters) {
        counters = await countersByDay(db, counted);
        kept.set(key, counters);
      }
      const place = placeOnDay(counted, counters, { ...wanted, leeway });
      if (!place) break;
      const found = await ask(place);
      if (found.holds) return found;
    }
    return ask(fromTheBeginning(counted, skipped));
  };
}

type CountersByDay = Awaited<ReturnType<typeof countersByDay>>;

const fromTheBeginning = (counted: Counted, skipped: number): PlaceInTime => ({
  queries: sql`totals as (${totalsIn(counted)}), place as (select true as holds)`,
  offset: sql`${skipped}::bigint`,
  begins: () => [],
  backwards: false,
});

/** From the nearer end of its day. Undefined where the list has no days. */
function placeOnDay(
  counted: Counted,
  { watermark, days, upTo, kobo }: CountersByDay,
  { skipped, limit, newest, leeway }: Wanted & { readonly leeway: number },
): PlaceInTime | undefined {
  const records = upTo.at(-1) ?? 0;
  const until = (index: number) => upTo[index] ?? 0;
  // How many stand before a day's own in the list's order, and how many with these.
  const before = (index: number) => (newest ? records - until(index) : until(index - 1));
  const through = (index: number) => (newest ? records - until(index - 1) : until(index));
  const isEarlyEnough = (_: string, index: number) =>
    before(index) <= Math.max(0, skipped - leeway);
  const isLateEnough = (_: string, index: number) => through(index) >= skipped + limit + leeway;
  const first = newest ? days.findIndex(isEarlyEnough) : days.findLastIndex(isEarlyEnough);
  const last = newest ? days.findLastIndex(isLateEnough) : days.findIndex(isLateEnough);
  const onward = skipped - before(first);
  const back = through(last) - skipped - limit;
  const backwards = last >= 0 && back < onward;
  const day = days[backwards ? last : first];
  if (day === undefined) return undefined;
  const than = sql.raw(`${newest ? '>' : '<'}${backwards ? '=' : ''}`);
  const toPass = backwards
    ? sql`${back}::bigint + passed_over`
    : sql`${onward}::bigint - passed_over`;
  const isBelow = newest !== backwards;
  const edge = sql`(${day}::date + ${sql.lit(isBelow ? 1 : 0)})::timestamp at time zone 'Africa/Lagos'`;
  return {
    queries: sql`
      since as materialized (${totalsSince(watermark, counted, sql`made_on ${than} ${day}::date`)}),
      totals as (
        select (${records}::bigint + records)::bigint as records,
               (${kobo}::bigint + kobo)::bigint as kobo from since
      ),
      place as materialized (
        select skipped, ${edge} as edge,
               skipped >= 0 and (select xid from list_watermark) >= ${watermark}::xid8 as holds
        from (select ${toPass} as skipped from since) as moved
      )`,
    offset: sql`(select greatest(skipped, 0) from place)`,
    // Known only to the statement: told the day, PostgreSQL would plan anew for each of them.
    begins: (moment) => [sql`${moment} ${sql.raw(isBelow ? '<' : '>=')} (select edge from place)`],
    backwards,
  };
}
