import { sql, type Transaction } from 'kysely';
import type { Collision } from '#contract/collisions.ts';
import type { giveUpFile, replaceFile } from '#contract/coming-files.ts';
import { keptTypes, whatToSend } from '#contract/file-kinds.ts';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { Organisation } from '#contract/places.ts';
import { bytesLimit, dailyUploadLimit } from '#contract/upload-limits.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { wholeCollisions } from './queries.ts';
import { comingRow } from './rows.ts';
import { fileIdTaken, kindOf } from './rules.ts';

type Announced = NewCollision['coming'][number];

interface Announcing {
  readonly officer: string;
  readonly organisation: Organisation;
}

/**
 * The reason why files can't be announced: one is of an unknown kind or too large, or all files to
 * come are too much.
 */
export async function whyNotAnnounced(
  db: Database,
  { officer, organisation }: Announcing,
  coming: readonly Announced[],
): Promise<Refusal | null> {
  for (const file of coming) {
    const refusal = whyNotOf(file);
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

function whyNotOf({ field, bytes, type }: Announced): Refusal | null {
  const kind = kindOf(field);
  if (bytes > bytesLimit[kind])
    return new Refusal(413, 'too_large', `The file ${field} is too large.`);
  if (keptTypes[kind].some((kept) => kept === type)) return null;
  const announced =
    type === undefined || type === ''
      ? `arrived without its type. Reload the page, select the file again and submit`
      : `is of type ${type}, which Hanya cannot store. ${whatToSend[kind]}`;
  return invalid(field, `The file ${field} ${announced}.`);
}

const tooMuchToCome = new Refusal(
  429,
  'too_much_to_come',
  'Too many of your pictures and videos have yet to arrive. Send those first.',
);

export interface Coming extends Pick<Announced, 'id' | 'field' | 'bytes' | 'sha256'> {
  readonly line: number | null;
  readonly vehicle_line: number | null;
  readonly shows: string | null;
  readonly file_id: string | null;
  readonly given_up_at: Date | null;
  readonly unreadable_at: Date | null;
}

type Place = Pick<Coming, 'line' | 'vehicle_line' | 'shows' | 'file_id' | 'given_up_at'>;

/** Says for good that an announced file will not come. */
export const givingUp = (deps: Deps): Steps<typeof giveUpFile, Collision, Place> => ({
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id }, params: { file } }) => {
    // In one order, so that of two that are given up at once one sees the other.
    await trx
      .selectFrom('coming_files')
      .select('id')
      .where('collision_id', '=', _id)
      .orderBy('id')
      .forUpdate()
      .execute();
    return (await announcedFile(trx, _id, file)) ?? notFound('file');
  },
  rule: async ({ line, file_id, given_up_at }, { record: { _id }, params: { file } }, trx) => {
    if (file_id !== null) return receivedAlready;
    if (given_up_at !== null || line === null) return null;
    return (await hasOtherEvidence(trx, _id, file)) ? null : onlyEvidence;
  },
  change: async (trx, { given_up_at }, { params: { file }, body: { reason } }) => {
    if (given_up_at !== null) return [];
    await leaveFile(trx, file, reason);
    return {
      before: { file, givenUp: false },
      after: { file, givenUp: true, reason },
      afterwards: () => deps.parts.remove(file),
    };
  },
  answer: (trx, { record }) => asItStands({ ...deps, db: trx }, record),
});

const leaveFile = (trx: Transaction<DB>, id: string, reason: string) =>
  trx
    .updateTable('coming_files')
    .set({ given_up_at: sql<Date>`now()`, given_up_reason: reason })
    .where('id', '=', id)
    .execute();

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

interface Replaced extends Place {
  /** The file that is announced now. */
  readonly anew: Announced;
  /** Null before it was announced. */
  readonly known: Coming | null;
}

/** Announces another file in the place of one that did not come, or can't be read. */
export const replacing = (deps: Deps): Steps<typeof replaceFile, Collision, Replaced> => ({
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id }, params, body }) => {
    const row = trx.selectFrom('coming_files').select('id').where('id', '=', params.file);
    await row.where('collision_id', '=', _id).forUpdate().execute();
    const place = await announcedFile(trx, _id, params.file);
    if (!place) return notFound('file');
    const known = (await announcedFile(trx, _id, body.id)) ?? null;
    return { ...place, anew: { ...body, field: place.field }, known };
  },
  rule: async (place, { record: { createdBy, organisation } }, trx) => {
    const { anew, known, file_id, given_up_at } = place;
    if (known) return known.sha256 === anew.sha256 ? null : fileIdTaken;
    const whose = { officer: createdBy.id, organisation };
    const why = await whyNotAnnounced(trx, whose, [anew]);
    if (why) return why;
    if (file_id !== null) return receivedAlready;
    return given_up_at === null ? null : givenUp;
  },
  change: async (trx, { anew, known, line, vehicle_line, shows }, { record: { _id }, params }) => {
    if (known) return [];
    const { file } = params;
    const inserted = await trx
      .insertInto('coming_files')
      .values({ ...comingRow(_id, anew), line, vehicle_line, shows })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return fileIdTaken;
    await leaveFile(trx, file, 'Another file took its place.');
    return {
      before: { file },
      after: { file: anew.id, field: anew.field, sha256: anew.sha256 },
      afterwards: () => deps.parts.remove(file),
    };
  },
  answer: (trx, { record }) => asItStands({ ...deps, db: trx }, record),
});

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
  'This is the only evidence of the collision. Replace it with another picture or video.',
);

export const givenUp = new Refusal(
  409,
  'given_up',
  'Somebody has already reported that this file will not come.',
);

const receivedAlready = new Refusal(
  409,
  'received_already',
  'This file has already arrived, so you cannot report it as missing.',
);
