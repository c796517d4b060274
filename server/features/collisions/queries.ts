import { sql } from 'kysely';
import { z } from 'zod';
import type { Collision, listCollisions } from '#contract/collisions.ts';
import type { ComingFile } from '#contract/coming-files.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { type Original, originalSchema } from '#contract/originals.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { fromItsDay, fromTheBeginning, shortWalk } from '#server/lists/place-in-time.ts';
import { holdsOneOf, only } from '#server/lists/queries.ts';
import { listReach, unindexedReach } from '#server/lists/rules.ts';
import { totalsIn } from '#server/lists/totals.ts';
import { inScope } from '#server/scope/conditions.ts';
import { collisionReader, selectCollisions } from './collision-row.ts';
import { type CollisionList, collisionListOf, isNarrowed, orderOf } from './list-conditions.ts';
import { foundBy, inOrder, isAmongNewest, searchText } from './searched-list.ts';

type Reading = Pick<Deps, 'db' | 'fileAddresses'>;

export { additionsOf } from './additions.ts';

/** A page of the collisions that the filter shows; 403 for a place beyond the caller's scope. */
export { inOrder };

export async function listCollisionsOf(
  deps: Reading,
  caller: Caller,
  filter: QueryOf<typeof listCollisions>,
): Promise<Outcome<ResponseOf<typeof listCollisions>>> {
  const list = collisionListOf(caller, filter);
  if (list instanceof Refusal) return list;
  const { limit, page } = filter;
  const { total, more, within, ids } = isNarrowed(list)
    ? await amongMatches(deps.db, list, filter)
    : await pageInTime(deps.db, list, filter);
  const data = await collisionsInOrderOf(deps, ids);
  return listAnswer(data, total, { page, limit }, { more, within });
}

type Page = Pick<QueryOf<typeof listCollisions>, 'limit' | 'page' | 'sort'>;

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
  readonly more?: boolean;
  readonly within?: number;
}

/** Figures know its length, and the day of a deep page. */
async function pageInTime(
  db: Database,
  { counted, counts }: CollisionList,
  { limit, page, sort }: Page,
): Promise<Found> {
  const skipped = (page - 1) * limit;
  const placeOf = skipped > shortWalk ? fromItsDay : fromTheBeginning;
  const { queries, begins, offset } = placeOf(counted, { skipped, newest: sort === '-createdAt' });
  const where = [counts, ...begins(sql`collisions.created_at`)];
  const shown = inOrder(counted, { sort, limit, offset, where });
  const { rows } = await sql<Found>`
    with ${queries}
    select totals.records as total, array(select id from (${shown}) as shown) as ids
    from totals`.execute(db);
  return only(rows);
}

/** Counted up to `listReach`, beyond which the list holds "more than" these. */
async function amongMatches(
  db: Database,
  list: CollisionList,
  { limit, page, sort }: Page,
): Promise<Found> {
  const skipped = (page - 1) * limit;
  const { rows } = await sql<{ total: number; ids: string[]; isBeyond: boolean }>`
    with hits as materialized (${foundBy(list, listReach + 1)})
    select (select count(*) from hits) as total,
      array(select id from hits order by ${orderOf(sort)} limit ${limit} offset ${skipped}) as ids,
      ${isAmongNewest(list) ? standBeyond(list) : sql`false`} as "isBeyond"`.execute(db);
  const { total, ids, isBeyond } = rows[0] ?? { total: 0, ids: [], isBeyond: false };
  if (total > listReach) return amongMany(db, list, { sort, limit, skipped });
  // In some spelling, more may be found than those are among which the rest was looked for.
  const isBounded = isBeyond && total <= unindexedReach;
  return { ids, total, ...(isBounded ? { within: unindexedReach } : {}) };
}

/** True if there are more than those among which a text without an index is sought. */
const standBeyond = ({ counted }: CollisionList) => sql`
  (select records > ${unindexedReach} from (${totalsIn(counted)}) as standing)`;

/** A walk past so many collisions in their order soon finds them. */
async function amongMany(
  db: Database,
  { counted, also, counts, texts }: CollisionList,
  { limit, skipped, sort }: Pick<Page, 'limit' | 'sort'> & { readonly skipped: number },
): Promise<Found> {
  const shown = inOrder(counted, {
    sort,
    limit: Math.max(0, Math.min(limit, listReach - skipped)),
    offset: sql`${skipped}::bigint`,
    where: [...also, counts, holdsOneOf(searchText, texts)],
  });
  const { rows } = await sql<{ id: string }>`${shown}`.execute(db);
  return { ids: rows.map(({ id }) => id), total: listReach, more: true, within: listReach };
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
    .where(inScope('collisions', caller.scope))
    .executeTakeFirst();
  return row ? collisionReader((file) => fileAddresses.of(file))(row) : notFound('collision');
}

/**
 * The files of a collision as they were received, without a check of scope: the caller has made it.
 * Pictures from before originals were kept have none.
 */
export async function originalsOf(
  { db, fileAddresses }: Reading,
  collisionId: string,
): Promise<Original[]> {
  const { rows } = await sql`
    select shown.field, shown.line, file.id, file.content_type as type, file.bytes, file.sha256,
      file.created_at as "sentAt", ${personIn('file.created_by', 'file.created_at')} as "sentBy",
      coming.taken
    from (
      select case files.kind when 'video' then 'vid' else 'img' end as field, line, file_id
      from collision_files join files on files.id = file_id where collision_id = ${collisionId}
      union all
      select 'driverImg', line, driver_file from collision_vehicles
      where collision_id = ${collisionId} and driver_file is not null
      union all
      select 'vehicleImg', line, vehicle_file from collision_vehicles
      where collision_id = ${collisionId} and vehicle_file is not null
      union all
      select case files.kind when 'video' then 'vid' else 'img' end, 1000, file_id
      from collision_additions join files on files.id = file_id where collision_id = ${collisionId}
    ) as shown
      left join originals on originals.file_id = shown.file_id
      left join coming_files as coming on coming.collision_id = ${collisionId}
        and coming.file_id = shown.file_id
      join files as file on file.id = coalesce(originals.original_id, shown.file_id)
    where file.kind <> 'picture'
    order by shown.field in ('driverImg', 'vehicleImg'), shown.line, shown.field, shown.file_id`.execute(
    db,
  );
  return z
    .array(originalRow)
    .parse(rows)
    .map(({ id, ...row }) => ({
      ...row,
      address: fileAddresses.of(id),
    }));
}

const originalRow = originalSchema
  .omit({ address: true })
  .extend({ id: z.string(), sentAt: z.date().transform((at) => at.toISOString()) });

/** The first pictures of the scene as they are shown, without a check of scope: the caller has made it. */
export async function scenePicturesOf(
  db: Database,
  collisionId: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('collision_files')
    .innerJoin('files', 'files.id', 'file_id')
    .select('files.id')
    .where('collision_id', '=', collisionId)
    .where('files.kind', '=', 'picture')
    .orderBy('line')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** The files that a collision announced, with how much of each has arrived. */
export async function comingFilesOf(
  { db, parts }: Pick<Deps, 'db' | 'parts'>,
  collisionId: string,
): Promise<ComingFile[]> {
  const rows = await db
    .selectFrom('coming_files')
    .select(['id', 'field', 'bytes', 'file_id', 'given_up_at', 'unreadable_at'])
    .where('collision_id', '=', collisionId)
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async ({ id, field, bytes, ...row }) => ({
      id,
      field,
      bytes,
      sent: row.file_id === null ? await parts.sentOf(id) : bytes,
      state: stateOf(row),
    })),
  );
}

const stateOf = (row: Record<'file_id' | 'given_up_at' | 'unreadable_at', unknown>) => {
  if (row.file_id !== null) return 'received';
  if (row.given_up_at !== null) return 'given up';
  return row.unreadable_at === null ? 'coming' : 'unreadable';
};
