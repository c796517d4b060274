import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CollisionSort, listCollisions } from '#contract/collisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { anyOf, holdsSpelling, holdsText, withinDays } from '#server/lists/queries.ts';
import { placedInScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

export type CollisionFilter = Omit<QueryOf<typeof listCollisions>, 'limit' | 'page'>;

/** A query of the collisions in the caller's scope that the filter shows; 403 for a place beyond it. */
export function matchingCollisions(db: Database, caller: Caller, filter: CollisionFilter) {
  const scope = chosenPlace(caller.scope, filter);
  if (scope instanceof Refusal) return scope;
  const { _searchfirstName: search = '', from, to, ids } = filter;
  const conditions = [
    ...withinDays(sql.ref('collisions.created_at'), { from, to }),
    ...(ids === undefined ? [] : [sql<SqlBool>`collisions.id = any(${ids})`]),
    ...(search === '' ? [] : [textMatches(search)]),
  ];
  return db
    .selectFrom('collisions')
    .where(placedInScope('collisions', scope))
    .where((eb) => eb.and(conditions));
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
