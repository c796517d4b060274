import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { LruMap } from 'toad-cache';
import type { Database } from '#server/db/database.ts';
import { type Counted, countersByDay, totalsIn, totalsSince } from './counters.ts';
import { withinDays } from './queries.ts';

/** Where a page is looked for in the order of time, for the statement that reads it. */
export interface PlaceInTime {
  /**
   * Queries for a `with`: `totals`, the list's `records` and `kobo`, exact at this moment; and `place`,
   * whose column `holds` the statement answers beside the page.
   */
  readonly queries: RawBuilder<unknown>;
  /** How many records of the list are passed over once `begins` is true. */
  readonly offset: RawBuilder<unknown>;
  /** The conditions on a record's moment that it doesn't lie before the page's day. */
  readonly begins: (moment: Expression<unknown>) => readonly Expression<SqlBool>[];
}

/** What the statement answers of its place. */
export interface PlaceHolds {
  /** False where the page has moved to a day before, or the counters know more than the database read. */
  readonly holds: boolean;
}

interface Wanted {
  readonly skipped: number;
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
 * By so many records a page may have moved since its counters were kept, then by how many that are not
 * folded yet, since the second look reads the counters anew.
 */
const leeways = [50, 1_000, 20_000];

/**
 * Keeps the counters of lists as they stood at a watermark. What changed since then is added by the
 * statement that reads a page, so that its totals and its place are exact at its own moment, however
 * old the counters are; adding up the days before a deep page took a third of its time.
 */
export function keepCounters(): AskInTime {
  const kept = new LruMap<CountersByDay>(mostKept, keptMs);
  return async (db, counted, { skipped, newest, jumps }, ask) => {
    if (!jumps) return ask(fromTheBeginning(counted, skipped));
    const key = JSON.stringify(counted);
    for (const [attempt, leeway] of leeways.entries()) {
      let counters = attempt === 0 ? kept.get(key) : undefined;
      if (!counters) {
        counters = await countersByDay(db, counted);
        kept.set(key, counters);
      }
      const place = placeOnDay(counted, counters, { skipped, newest, leeway });
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
});

/** Undefined where the list has no days. */
function placeOnDay(
  counted: Counted,
  { watermark, days, upTo, kobo }: CountersByDay,
  { skipped, newest, leeway }: { skipped: number; newest: boolean; leeway: number },
): PlaceInTime | undefined {
  const records = upTo.at(-1) ?? 0;
  // How many stand before a day's own in the list's order.
  const before = (index: number) =>
    newest ? records - (upTo[index] ?? 0) : index === 0 ? 0 : (upTo[index - 1] ?? 0);
  const isEarlyEnough = (_: string, index: number) =>
    before(index) <= Math.max(0, skipped - leeway);
  const index = newest ? days.findIndex(isEarlyEnough) : days.findLastIndex(isEarlyEnough);
  const day = days[index];
  if (day === undefined) return undefined;
  const isPassedOver = newest
    ? sql<SqlBool>`made_on > ${day}::date`
    : sql<SqlBool>`made_on < ${day}::date`;
  return {
    queries: sql`
      since as materialized (${totalsSince(watermark, counted, isPassedOver)}),
      totals as (
        select (${records}::bigint + records)::bigint as records,
               (${kobo}::bigint + kobo)::bigint as kobo from since
      ),
      place as materialized (
        select skipped,
               skipped >= 0 and (select xid from list_watermark) >= ${watermark}::xid8 as holds
        from (select ${skipped - before(index)}::bigint - passed_over as skipped from since) as moved
      )`,
    offset: sql`(select greatest(skipped, 0) from place)`,
    begins: (moment) => withinDays(moment, newest ? { to: day } : { from: day }),
  };
}
