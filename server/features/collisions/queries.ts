import { type Expression, sql, type SqlBool } from 'kysely';
import type { Collision, listCollisions } from '#contract/collisions.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Deps } from '../../app.ts';
import type { Caller } from '../../http/caller.ts';
import { notFound, type Outcome, Refusal } from '../../http/refusal.ts';
import { chosenOrganisation, placedInScope } from '../scope/queries.ts';
import { collisionReader, selectCollisions } from './collision-row.ts';

type Reading = Pick<Deps, 'db' | 'fileAddresses'>;

/** A page of the collisions in the caller's scope, newest first; 403 for an organisation beyond it. */
export async function listCollisionsOf(
  deps: Reading,
  caller: Caller,
  { limit, page, organisation, _searchfirstName: search = '' }: QueryOf<typeof listCollisions>,
): Promise<Outcome<ResponseOf<typeof listCollisions>>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const matching = deps.db
    .selectFrom('collisions')
    .where(placedInScope('collisions', scope))
    .$if(search !== '', (query) => query.where(textMatches(search)));
  const [{ total }, ids] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select('collisions.id')
      .orderBy('collisions.created_at', 'desc')
      .orderBy('collisions.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  const data = await wholeCollisions(
    deps,
    ids.map(({ id }) => id),
  );
  return {
    success: true,
    data,
    total,
    count: data.length,
    limit,
    pagination: {
      ...(page > 1 ? { prev: { page: page - 1, limit } } : {}),
      ...(page * limit < total ? { next: { page: page + 1, limit } } : {}),
    },
  };
}

/** Text is matched literally: `%` and `_` mean themselves. */
function textMatches(search: string): Expression<SqlBool> {
  const literal = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return sql<SqlBool>`collisions.search_text like ${`%${literal}%`}`;
}

/** These collisions whoever asks, newest first: the caller has decided who sees them. */
export async function wholeCollisions(
  { db, fileAddresses }: Reading,
  ids: readonly string[],
): Promise<Collision[]> {
  if (ids.length === 0) return [];
  const rows = await selectCollisions(db)
    .where('collisions.id', 'in', ids)
    .orderBy('collisions.created_at', 'desc')
    .orderBy('collisions.id', 'desc')
    .execute();
  return rows.map(collisionReader((id) => fileAddresses.of(id)));
}

/** One collision, 404 beyond the caller's scope. */
export async function findCollision(
  { db, fileAddresses }: Reading,
  caller: Caller,
  id: string,
): Promise<Outcome<Collision>> {
  const row = await selectCollisions(db)
    .where('collisions.id', '=', id)
    .where(placedInScope('collisions', caller.scope))
    .executeTakeFirst();
  return row ? collisionReader((file) => fileAddresses.of(file))(row) : notFound('collision');
}
