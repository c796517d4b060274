import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CollisionSort, listCollisions } from '#contract/collisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { Counted } from '#server/lists/counters.ts';
import { anyOf, holdsSpelling, holdsText, withinDays } from '#server/lists/queries.ts';
import { placedInScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

export type CollisionFilter = Omit<QueryOf<typeof listCollisions>, 'limit' | 'page'>;

/** What a caller asked a list of collisions for, as far as they may see it. */
export interface CollisionList {
  /** What the counters know: place and the days on which collisions were recorded. */
  readonly counted: Counted;
  /** Whether it is narrowed by more than the counters know. */
  readonly isNarrowed: boolean;
  /** The condition on `collisions`. */
  readonly matching: RawBuilder<SqlBool>;
}

/** The list that the filter shows in the caller's scope; 403 for a place beyond it. */
export function collisionListOf(caller: Caller, filter: CollisionFilter): Outcome<CollisionList> {
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const { _searchfirstName: search = '', from, to, ids } = filter;
  const conditions = [
    placedInScope('collisions', scope),
    ...withinDays(sql.ref('collisions.created_at'), { from, to }),
    ...(ids === undefined ? [] : [sql<SqlBool>`collisions.id = any(${ids})`]),
    ...(search === '' ? [] : [textMatches(search)]),
  ];
  return {
    counted: { lists: ['collisions'], scope, days: { from, to } },
    isNarrowed: ids !== undefined || search !== '',
    matching: sql`${sql.join(conditions, sql` and `)}`,
  };
}

const textMatches = (search: string): Expression<SqlBool> =>
  anyOf([
    holdsText('collisions.search_text', search),
    ...holdsSpelling(sql`collisions.id`, search),
    ...holdsSpelling(sql`spelling_key(vehicle.plate)`, search).map(
      (plateMatches) => sql<SqlBool>`collisions.id in (
        select vehicle.collision_id from collision_vehicles as vehicle where ${plateMatches})`,
    ),
  ]);

export const orderOf = (sort: CollisionSort): RawBuilder<unknown> =>
  sort === 'createdAt'
    ? sql`collisions.created_at, collisions.id`
    : sql`collisions.created_at desc, collisions.id desc`;
