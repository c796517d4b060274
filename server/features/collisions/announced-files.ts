import { sql, type Transaction } from 'kysely';
import type { Collision } from '#contract/collisions.ts';
import { keptTypes, whatToSend } from '#contract/file-kinds.ts';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { Organisation } from '#contract/places.ts';
import { bytesLimit, dailyUploadLimit } from '#contract/upload-limits.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { wholeCollisions } from './queries.ts';
import { comingRow } from './rows.ts';
import { fileIdTaken, kindOf } from './rules.ts';

type Announced = NewCollision['coming'][number];

interface Announcing {
  readonly officer: string;
  readonly organisation: Organisation;
  /** Phones of an older version signed their records without the types of their files. */
  readonly broughtIn?: boolean;
}

/**
 * The reason why files can't be announced: one is of an unknown kind or too large, or all files to
 * come are too much.
 */
export async function whyNotAnnounced(
  db: Database,
  { officer, organisation, broughtIn = false }: Announcing,
  coming: readonly Announced[],
): Promise<Refusal | null> {
  for (const file of coming) {
    const refusal = whyNotOf(file, broughtIn);
    if (refusal) return refusal;
  }
  if (coming.length === 0) return null;
  const { bytes } = await db
    .selectFrom('coming_files')
    .innerJoin('collisions', 'collisions.id', 'coming_files.collision_id')
    .select(sql<number>`coalesce(sum(coming_files.bytes), 0)::float8`.as('bytes'))
    .where('collisions.organisation', '=', organisation)
    .where('collisions.created_by', '=', officer)
    .where('coming_files.file_id', 'is', null)
    .where('coming_files.given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  const all = coming.reduce((sum, file) => sum + file.bytes, bytes);
  return all > dailyUploadLimit ? tooMuchToCome : null;
}

function whyNotOf({ field, bytes, type }: Announced, broughtIn: boolean): Refusal | null {
  const kind = kindOf(field);
  if (bytes > bytesLimit[kind])
    return new Refusal(413, 'too_large', `The file ${field} is too large.`);
  if (type === undefined && broughtIn) return null;
  if (keptTypes[kind].some((kept) => kept === type)) return null;
  const announced =
    type === undefined || type === ''
      ? `was announced without its type. Reload the page, choose the file again and submit`
      : `was announced as ${type}, which can’t be kept. ${whatToSend[kind]}`;
  return invalid(field, `The file ${field} ${announced}.`);
}

const tooMuchToCome = new Refusal(
  429,
  'too_much_to_come',
  'More pictures and videos of yours are still to come than can be kept. Send those first.',
);

export interface Coming extends Pick<Announced, 'id' | 'field' | 'bytes' | 'sha256'> {
  readonly line: number | null;
  readonly vehicle_line: number | null;
  readonly shows: string | null;
  readonly file_id: string | null;
  readonly given_up_at: Date | null;
  readonly unreadable_at: Date | null;
}

/** Says for good that an announced file will not come. */
export async function giveUpFile(
  deps: Deps,
  actor: Actor,
  collision: Collision,
  fileId: string,
  reason: string,
): Promise<Outcome<Collision>> {
  const refusal = await deps.db.transaction().execute(async (trx) => {
    // In one order, so that of two that are given up at once one sees the other.
    await trx
      .selectFrom('coming_files')
      .select('id')
      .where('collision_id', '=', collision._id)
      .orderBy('id')
      .forUpdate()
      .execute();
    const coming = await trx
      .selectFrom('coming_files')
      .select(['line', 'file_id', 'given_up_at'])
      .where('id', '=', fileId)
      .where('collision_id', '=', collision._id)
      .executeTakeFirst();
    if (!coming) return notFound('file');
    if (coming.file_id !== null) return receivedAlready;
    if (coming.given_up_at !== null) return null;
    if (coming.line !== null && !(await hasOtherEvidence(trx, collision._id, fileId)))
      return onlyEvidence;
    await trx
      .updateTable('coming_files')
      .set({ given_up_at: sql<Date>`now()`, given_up_reason: reason })
      .where('id', '=', fileId)
      .execute();
    await writeAudit(trx, actor, {
      event: 'collision.file-given-up',
      record: 'collision',
      id: collision._id,
      before: { file: fileId, givenUp: false },
      after: { file: fileId, givenUp: true, reason },
    });
    return null;
  });
  if (refusal) return refusal;
  await deps.parts.remove(fileId);
  return asItStands(deps, collision);
}

/** True if the scene has another picture or video that was received, or can still be. */
async function hasOtherEvidence(
  trx: Transaction<DB>,
  collisionId: string,
  fileId: string,
): Promise<boolean> {
  const received = await trx
    .selectFrom('collision_files')
    .select('line')
    .where('collision_id', '=', collisionId)
    .executeTakeFirst();
  if (received) return true;
  const coming = await trx
    .selectFrom('coming_files')
    .select('id')
    .where('collision_id', '=', collisionId)
    .where('id', '<>', fileId)
    .where('line', 'is not', null)
    .where('given_up_at', 'is', null)
    .where('unreadable_at', 'is', null)
    .executeTakeFirst();
  return coming !== undefined;
}

/** Announces another file in the place of one that did not come, or can't be read. */
export async function replaceFile(
  deps: Deps,
  actor: Actor,
  collision: Collision,
  fileId: string,
  file: Omit<Announced, 'field'>,
): Promise<Outcome<Collision>> {
  const { _id, createdBy, organisation } = collision;
  const before = await announcedFile(deps.db, _id, fileId);
  if (!before) return notFound('file');
  const anew = { ...file, field: before.field };
  const known = await announcedFile(deps.db, _id, file.id);
  if (known) return known.sha256 === file.sha256 ? asItStands(deps, collision) : fileIdTaken;
  const refusal = await whyNotAnnounced(deps.db, { officer: createdBy.id, organisation }, [anew]);
  if (refusal) return refusal;
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const place = await trx
      .selectFrom('coming_files')
      .select(['line', 'vehicle_line', 'shows', 'file_id', 'given_up_at'])
      .where('id', '=', fileId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (place.file_id !== null) return receivedAlready;
    if (place.given_up_at !== null) return givenUp;
    const { line, vehicle_line, shows } = place;
    const inserted = await trx
      .insertInto('coming_files')
      .values({ ...comingRow(_id, anew), line, vehicle_line, shows })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return fileIdTaken;
    await trx
      .updateTable('coming_files')
      .set({ given_up_at: sql<Date>`now()`, given_up_reason: 'Another file took its place.' })
      .where('id', '=', fileId)
      .execute();
    await writeAudit(trx, actor, {
      event: 'collision.file-replaced',
      record: 'collision',
      id: _id,
      before: { file: fileId },
      after: { file: anew.id, field: anew.field, sha256: anew.sha256 },
    });
    return null;
  });
  if (outcome) return outcome;
  await deps.parts.remove(fileId);
  return asItStands(deps, collision);
}

/** A file that a collision announced, whatever became of it. */
export const announcedFile = (
  db: Database,
  collisionId: string,
  id: string,
): Promise<Coming | undefined> =>
  db
    .selectFrom('coming_files')
    .select(['id', 'field', 'bytes', 'sha256', 'line', 'vehicle_line', 'shows', 'file_id'])
    .select(['given_up_at', 'unreadable_at'])
    .where('id', '=', id)
    .where('collision_id', '=', collisionId)
    .executeTakeFirst();

/** The collision as it stands now. */
export async function asItStands(deps: Deps, { _id }: Collision): Promise<Outcome<Collision>> {
  const [now] = await wholeCollisions(deps, [_id]);
  return now ?? notFound('collision');
}

const onlyEvidence = new Refusal(
  409,
  'only_evidence',
  'This is the only evidence of the collision: replace it with another picture or video.',
);

export const givenUp = new Refusal(
  409,
  'given_up',
  'It was said of this file that it will not come.',
);

const receivedAlready = new Refusal(
  409,
  'received_already',
  'This file was received, so it belongs to the collision for good.',
);
