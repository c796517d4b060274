import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CollisionSort, listCollisions } from '#contract/collisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { folded } from '#contract/folding.ts';
import { countsItself } from '#server/db/people.ts';
import { metresPerDegree, squeezedAt } from '#server/degrees.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { withinDays } from '#server/lists/queries.ts';
import { isIndexed, partsLookedFor, spellingsOf } from '#server/lists/rules.ts';
import type { Counted } from '#server/lists/totals.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

export type CollisionFilter = Omit<QueryOf<typeof listCollisions>, 'limit' | 'page'>;

/** The wish for a list of collisions, as far as the caller may see it. */
export interface CollisionList {
  /** The part that figures know: place and the days on which collisions were recorded. */
  readonly counted: Counted;
  /** The few that it is narrowed to. */
  readonly ids: readonly string[] | undefined;
  /** Conditions on `collisions`: that they lie in a circle, or wait for a decision. */
  readonly also: readonly RawBuilder<SqlBool>[];
  /** That they count, unless they are looked for one by one: then those that count as another too. */
  readonly counts: RawBuilder<SqlBool>;
  /** All parts of one of these a collision must hold, folded; none where nothing is searched for. */
  readonly texts: readonly (readonly string[])[];
}

/** The list that the filter shows in the caller's scope; 403 for a place beyond it. */
export function collisionListOf(caller: Caller, filter: CollisionFilter): Outcome<CollisionList> {
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const { _searchfirstName = '', from, to, ids, near, doubles } = filter;
  const search = folded(_searchfirstName);
  return {
    counted: { lists: ['collisions'], scope, days: { from, to } },
    ids,
    also: [...(near ? [liesNear(near)] : []), ...(doubles ? [pairs[doubles]] : [])],
    counts: search === '' && doubles === undefined ? countsItself : sql`true`,
    texts: search === '' ? [] : textsOf(search),
  };
}

/** True if it is narrowed by more than figures know. */
export const isNarrowed = ({ ids, also, texts }: CollisionList): boolean =>
  ids !== undefined || also.length > 0 || texts.length > 0;

/** Few wait at any time, and few are linked. */
const pairs = {
  open: sql<SqlBool>`collisions.id in (
    select unnest(array[first_id, second_id]) from collision_doubles where verdict is null)`,
  linked: sql<SqlBool>`not ${countsItself} and collisions.id in (
    select unnest(array[first_id, second_id]) from collision_doubles where verdict <> 'two')`,
};

/** An index finds the box around the circle; metres are counted as spots count theirs. */
function liesNear(near: string): RawBuilder<SqlBool> {
  const [lat = 0, lng = 0, metres = 0] = near.split(',').map(Number);
  const squeeze = squeezedAt(lat);
  const degrees = (1.001 * metres) / metresPerDegree;
  const within = (column: string, middle: number, most: number) =>
    sql`${sql.ref(`collisions.${column}`)} between ${middle - most}::float8 and ${middle + most}::float8`;
  return sql`
    ${within('position_lat', lat, degrees)} and ${within('position_lng', lng, degrees / squeeze)}
    and ${metresPerDegree}::float8 * sqrt(power(collisions.position_lat - ${lat}::float8, 2)
      + power((collisions.position_lng - ${lng}::float8) * ${squeeze}::float8, 2))
      <= ${metres}::float8`;
}

/** The text as it was typed, and its spellings: those that an index finds, where there are any. */
function textsOf(search: string): string[][] {
  const spellings = spellingsOf(search);
  const telling = spellings.filter(isIndexed);
  return partsLookedFor(search, telling.length > 0 ? telling : spellings);
}

/** The condition on `collisions` that they are in the list, apart from what it is narrowed to. */
export const inList = ({ scope, days }: Counted): RawBuilder<SqlBool> =>
  sql`${sql.join(
    [inScope('collisions', scope), ...withinDays(sql.ref('collisions.created_at'), days)],
    sql` and `,
  )}`;

export const orderOf = (sort: CollisionSort): RawBuilder<unknown> =>
  sort === 'createdAt' ? sql`created_at, id` : sql`created_at desc, id desc`;
