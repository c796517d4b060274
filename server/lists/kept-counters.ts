import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { LruMap } from 'toad-cache';
import type { Database } from '#server/db/database.ts';
import { type Counted, countersByDay, totalsIn, totalsSince } from './counters.ts';
import { withinDays } from './queries.ts';

/** Where a page is looked for in the order of time, for the statement that reads it. */
export interface PlaceInTime {
  /**
   * Queries for a `with`: `totals`, the list's `records` and `kobo`, exact at this moment; and `at`,
   * whose columns `stands` and `changes` the statement answers beside the page.
   */
  readonly queries: RawBuilder<unknown>;
  /** How many records of the list are passed over once `begins` holds. */
  readonly offset: RawBuilder<unknown>;
  /** The conditions on a record's moment that it doesn't lie before the page's day. */
  readonly begins: (moment: Expression<unknown>) => readonly Expression<SqlBool>[];
}

/** What the statement answers of its place. */
export interface Stood {
  /** False where changes have moved the page to a day before the one that was looked for. */
  readonly stands: boolean;
  /** How many changes of all lists there were since the counters were kept. */
  readonly changes: number;
}

interface Wanted {
  readonly skipped: number;
  readonly newest: boolean;
  /** The page is worth the look for its day. */
  readonly jumps: boolean;
}

/**
 * Asks for a page of the list with its place, and once more where it has moved. A deep page begins on
 * the day that its list's counters name.
 */
export type InTime = <Found extends Stood>(
  db: Database,
  counted: Counted,
  wanted: Wanted,
  ask: (place: PlaceInTime) => Promise<Found>,
) => Promise<Found>;

/** So few rows are walked past as quickly as their day is found. */
export const shortWalk = 100;

/** Some fifteen megabytes, where all of them have ten years of days. */
const mostKept = 100;

/** Changes are deleted a day after they were folded, and a reader needs all since its counters. */
const keptMs = 600_000;

/** So many changes are added up as quickly as counters are read again. */
const mostChanges = 500;

/** By so many records a page may have moved since the counters were kept, each time it is asked for. */
const leeways = [50, 1_000, 20_000];

/**
 * Keeps the counters of lists as they stood at a watermark. What changed since then is added by the
 * statement that reads a page, so that its totals and its place are exact at its own moment, however
 * old the counters are; adding up the days before a deep page took a third of its time.
 */
export function keepCounters(): InTime {
  const kept = new LruMap<Standing>(mostKept, keptMs);
  return async (db, counted, { skipped, newest, jumps }, ask) => {
    if (!jumps) return ask(fromTheBeginning(counted, skipped));
    const key = JSON.stringify(counted);
    for (const [attempt, leeway] of leeways.entries()) {
      let standing = attempt === 0 ? kept.get(key) : undefined;
      if (!standing) {
        standing = await countersByDay(db, counted);
        kept.set(key, standing);
      }
      const place = placeOnDay(counted, standing, { skipped, newest, leeway });
      if (!place) break;
      const found = await ask(place);
      if (found.changes > mostChanges) kept.delete(key);
      if (found.stands) return found;
    }
    return ask(fromTheBeginning(counted, skipped));
  };
}

type Standing = Awaited<ReturnType<typeof countersByDay>>;

const fromTheBeginning = (counted: Counted, skipped: number): PlaceInTime => ({
  queries: sql`totals as (${totalsIn(counted)}), at as (select true as stands, 0 as changes)`,
  offset: sql`${skipped}::bigint`,
  begins: () => [],
});

/** Undefined where the list has no days. */
function placeOnDay(
  counted: Counted,
  standing: Standing,
  { skipped, newest, leeway }: { skipped: number; newest: boolean; leeway: number },
): PlaceInTime | undefined {
  const { watermark, days, upTo } = standing;
  const records = upTo.at(-1) ?? 0;
  // How many stand before a day's own in the list's order.
  const before = (place: number) =>
    newest ? records - (upTo[place] ?? 0) : place === 0 ? 0 : (upTo[place - 1] ?? 0);
  const isEarlyEnough = (_: string, place: number) =>
    before(place) <= Math.max(0, skipped - leeway);
  const place = newest ? days.findIndex(isEarlyEnough) : days.findLastIndex(isEarlyEnough);
  const day = days[place];
  if (day === undefined) return undefined;
  const earlier = newest
    ? sql<SqlBool>`made_on > ${day}::date`
    : sql<SqlBool>`made_on < ${day}::date`;
  return {
    queries: sql`
      since as materialized (${totalsSince(watermark, counted, earlier)}),
      totals as (
        select (${records}::bigint + records)::bigint as records,
               (${standing.kobo}::bigint + kobo)::bigint as kobo from since
      ),
      at as materialized (
        select skipped, changes,
               skipped >= 0 and (select xid from list_watermark) >= ${watermark}::xid8 as stands
        from (select changes, ${skipped - before(place)}::bigint - earlier as skipped from since) as moved
      )`,
    offset: sql`(select greatest(skipped, 0) from at)`,
    begins: (moment) => withinDays(moment, newest ? { to: day } : { from: day }),
  };
}
