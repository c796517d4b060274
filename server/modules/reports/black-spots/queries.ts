import { sql } from 'kysely';
import type { ShownPosition } from '#contract/booking-fields.ts';
import type { DayRange } from '#contract/day-range.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { PlaceName } from '#contract/map.ts';
import {
  type BlackSpots,
  mostSpotRecords,
  type readBlackSpots,
  spotDays,
} from '#contract/modules/reports/black-spots.ts';
import { movedBy } from '#contract/periods.ts';
import type { Config } from '#server/config/config.ts';
import { countsItself, injuredIn, killedIn } from '#server/db/people.ts';
import { positionIn } from '#server/db/position.ts';
import { distance } from '#server/degrees.ts';
import type { Deps } from '#server/deps.ts';
import { inOrder } from '#server/features/collisions/queries.ts';
import { placeNamesOf } from '#server/features/map/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import type { Actor, Caller, Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { threads } from '#server/http/threads.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { notesIn } from './notes.ts';
import { type Crash } from './rules.ts';
import type analysed from './spots-thread.ts';

/** Metres from the edge of a spot within which a place gives it its name. */
const namedWithin = 250;

/** Ten thousand collisions take a core for a third of a second. */
const inTurn = boundedQueue({ name: 'black spots', atOnce: 1, waiting: 12, each: 4 });
const analysts = threads(new URL('./spots-thread.ts', import.meta.url), {
  atOnce: 1,
  givesWay: true,
});

type SpotDeps = Pick<Deps, 'reports'> & { readonly config: Pick<Config, 'costOfHarm'> };

/** Throws `TooBusy` when too many wait. */
export async function blackSpotsOf(
  ...asked: Parameters<typeof spotsAmong>
): Promise<Outcome<BlackSpots>> {
  const found = await spotsAmong(...asked);
  return found instanceof Refusal ? found : found.data;
}

/** The collisions of some days that count, the newest first: one more than are read at most. */
export async function crashesIn(
  reports: Deps['reports'],
  scope: Scope,
  days: DayRange,
): Promise<Crash[]> {
  const newest = inOrder(
    { lists: ['collisions'], scope, days },
    { sort: '-createdAt', limit: mostSpotRecords + 1, where: [countsItself] },
  );
  const { rows } = await sql<Omit<Crash, 'isElsewhere'> & { position: ShownPosition | null }>`
    select collisions.id, ${positionIn('collisions')} as position,
      ${killedIn} as killed, ${injuredIn} as injured, location, zone,
      coalesce(said ->> 'cause', '') as cause,
      coalesce((said ->> 'serious')::integer, 0) as serious,
      extract(epoch from coalesce(made_at, collisions.created_at))::float8 * 1000 as at
    from (${newest}) as newest join collisions on collisions.id = newest.id
      cross join lateral facts_of(collisions) as said
    order by collisions.created_at desc, collisions.id desc`.execute(reports);
  return rows.map(({ position, ...crash }) => {
    const isElsewhere = position?.outside === true;
    return { ...crash, position: isElsewhere ? null : position, isElsewhere };
  });
}

/** The same with the collisions that were read. */
export async function spotsAmong(
  { reports, config }: SpotDeps,
  actor: Actor,
  caller: Caller,
  { metres, least, ...chosen }: QueryOf<typeof readBlackSpots>,
): Promise<Outcome<{ data: BlackSpots; crashes: readonly Crash[]; scope: Scope }>> {
  const scope = chosenPlace(caller.scope, chosen);
  if (scope instanceof Refusal) return scope;
  const to = chosen.to ?? dayOf(new Date());
  const from = chosen.from ?? movedBy(to, 1 - spotDays);
  const rows = await crashesIn(reports, scope, { from, to });
  const crashes = rows.slice(0, mostSpotRecords);
  // The first midnight of Africa/Lagos, and the last.
  const middle = (Date.parse(from) + Date.parse(to) + dayMs) / 2 - dayMs / 24;
  const order = { crashes, asked: { metres, least, middle }, costs: config.costOfHarm };
  const found = await inTurn.run(
    () => analysts.run(order) as Promise<ReturnType<typeof analysed>>,
    whoseWork(caller, actor.address),
  );
  const names = await placeNamesOf(reports, caller, { organisation: chosen.organisation });
  if (names instanceof Refusal) return names;
  const noteOn = await notesIn(reports, scope);
  const spots = found.spots.map((spot) => ({
    ...spot,
    name: nameNear(spot, names) ?? spot.name,
    note: noteOn(spot),
  }));
  const read = { read: crashes.length, isCut: rows.length > crashes.length };
  return { data: { from, to, ...read, ...found, spots }, crashes, scope };
}

/** The authority's own name of the nearest place, if there is one. */
function nameNear(
  spot: { readonly lat: number; readonly lng: number; readonly radius: number },
  names: readonly PlaceName[],
): string | undefined {
  const away = names.map((name) => ({ ...name, metres: distance({ position: name }, spot) }));
  const [nearest] = away.sort((a, b) => a.metres - b.metres);
  return nearest && nearest.metres <= spot.radius + namedWithin ? nearest.name : undefined;
}
