import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CollisionSort } from '#contract/collisions.ts';
import type { Scope } from '#server/http/caller.ts';
import { allOf, holdsOneOf } from '#server/lists/queries.ts';
import { isIndexed, unindexedReach } from '#server/lists/rules.ts';
import type { Counted } from '#server/lists/totals.ts';
import { organisationsOf } from '#server/scope/conditions.ts';
import { type CollisionList, inList, orderOf } from './list-conditions.ts';

/**
 * Ids and moments of the collisions that a narrowed list finds, in no order; of more than `limit`,
 * any so many. A text that no index holds is sought among the newest.
 */
export function foundBy(
  { counted, ids, also, counts, texts }: CollisionList,
  limit: number,
): RawBuilder<unknown> {
  if (ids !== undefined || also.length > 0) {
    const among = ids === undefined ? [] : [sql<SqlBool>`id = any(${ids})`];
    const conditions = [inList(counted), counts, ...among, ...also, holdsOneOf(searchText, texts)];
    return sql`select id, created_at from collisions where ${allOf(conditions)} limit ${limit}`;
  }
  const indexed = texts.filter((parts) => parts.some(isIndexed));
  const others = texts.filter((parts) => !parts.some(isIndexed));
  const parts = [
    ...(indexed.length === 0 ? [] : [lookedUp(counted, indexed, limit)]),
    ...(others.length === 0 ? [] : [amongNewest(counted, others)]),
  ];
  return sql.join(parts, sql` union `);
}

/** True if some of its collisions are sought among the newest alone. */
export const isAmongNewest = ({ ids, also, texts }: CollisionList): boolean =>
  ids === undefined && also.length === 0 && !texts.every((parts) => parts.some(isIndexed));

/**
 * PostgreSQL doesn't know the text when it plans, and takes it for rare. For a text in every third
 * collision it would pass over all that a place recorded, where none may hold it.
 */
const lookedUp = (counted: Counted, texts: CollisionList['texts'], limit: number) => sql`(
  select id, created_at from collisions
  where ${inList(counted)} and ${inKeys(counted.scope)}
    and ${holdsOneOf(searchText, texts, (pattern) => sql`(select ${pattern}::text)`)}
  limit ${limit})`;

/** The place, as the index of the text finds it. */
function inKeys({ organisation, zone }: Scope): RawBuilder<SqlBool> {
  if (zone !== null) return sql`array[collisions.zone] && ${[zone]}::text[]`;
  if (organisation === null) return sql`true`;
  return sql`array[collisions.organisation] && ${[organisation]}::text[]`;
}

function amongNewest(counted: Counted, texts: CollisionList['texts']): RawBuilder<unknown> {
  const newest = inOrder(counted, { sort: '-createdAt', limit: unindexedReach });
  return sql`(
    select id, created_at from (${newest}) as collisions where ${holdsOneOf(searchText, texts)})`;
}

interface Walk {
  readonly sort: CollisionSort;
  readonly limit: number;
  readonly offset?: RawBuilder<unknown>;
  /** Further conditions on `collisions`. */
  readonly where?: readonly Expression<SqlBool>[];
}

/**
 * The list's collisions in its order, with their texts. Every index of time begins with the
 * organisation, so that several of them are walked side by side.
 */
export function inOrder(
  counted: Counted,
  { sort, limit, offset = sql`0`, where = [] }: Walk,
): RawBuilder<unknown> {
  const { scope } = counted;
  const walks = organisationsOf(scope).map(
    (organisation) => sql`(
      select id, created_at, search_text from collisions
      where ${sql.join([inList({ ...counted, scope: { ...scope, organisation } }), ...where], sql` and `)}
      order by ${orderOf(sort)} limit ${offset} + ${limit}::bigint)`,
  );
  return sql`
    select id, created_at, search_text from (${sql.join(walks, sql` union all `)}) as standing
    order by ${orderOf(sort)} limit ${limit} offset ${offset}`;
}

/** The searched text of a collision. */
export const searchText = sql.ref('collisions.search_text');
