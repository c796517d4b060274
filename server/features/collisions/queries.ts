import type { Collision, listCollisions } from '#contract/collisions.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { placedInScope } from '#server/scope/conditions.ts';
import { collisionReader, selectCollisions } from './collision-row.ts';
import { matchingCollisions, orderOf } from './list-conditions.ts';

type Reading = Pick<Deps, 'db' | 'fileAddresses'>;

/** A page of the collisions that the filter shows; 403 for a place beyond the caller's scope. */
export async function listCollisionsOf(
  deps: Reading,
  caller: Caller,
  filter: QueryOf<typeof listCollisions>,
): Promise<Outcome<ResponseOf<typeof listCollisions>>> {
  const matching = matchingCollisions(deps.db, caller, filter);
  if (matching instanceof Refusal) return matching;
  const { limit, page, sort } = filter;
  const [{ total }, ids] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select('collisions.id')
      .orderBy(orderOf(sort))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  const data = await collisionsInOrderOf(
    deps,
    ids.map(({ id }) => id),
  );
  return listAnswer(data, total, { page, limit });
}

/** These collisions in the order of `ids`, without a check of scope: the caller has made it. */
export async function collisionsInOrderOf(
  deps: Reading,
  ids: readonly string[],
): Promise<Collision[]> {
  const found = new Map((await wholeCollisions(deps, ids)).map((one) => [one._id, one]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** These collisions, newest first, without a check of scope: the caller has made it. */
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
