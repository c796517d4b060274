import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Collision } from '#contract/collisions.ts';
import { pictureLimit, videoLimit } from '#contract/new-collisions.ts';
import type { Organisation } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import { dailyUploadLimit } from '#contract/upload-limits.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '#server/features/files/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { uploadsIn } from '#server/http/multipart.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { findCollision, wholeCollisions } from './queries.ts';

interface Announced {
  readonly id: string;
  readonly field: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Pictures and the video of a collision are told apart by their field. */
export const kindOf = (field: string) => (field === 'vid' ? 'video' : 'picture');

const limits = { picture: pictureLimit, video: videoLimit } as const;

/** Why files can't be announced: one is too large, or all that are still to come are too much. */
export async function whyNotAnnounced(
  db: Database,
  { officer, organisation }: { readonly officer: string; readonly organisation: Organisation },
  coming: readonly Announced[],
): Promise<Refusal | null> {
  const large = coming.find(({ field, bytes }) => bytes > limits[kindOf(field)]);
  if (large) return new Refusal(413, 'too_large', `The file ${large.field} is too large.`);
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

const tooMuchToCome = new Refusal(
  429,
  'too_much_to_come',
  'More pictures and videos of yours are still to come than can be kept. Send those first.',
);

/** A collision that the caller recorded; 404 for any other, since its files are nobody else's. */
export async function findOwnCollision(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<Outcome<Collision>> {
  const found = await findCollision(deps, caller, id);
  if (found instanceof Refusal || found.createdBy.id === caller.userId) return found;
  return notFound('collision');
}

/**
 * A collision whose announced files the caller may send: its officer, and whoever may let in late
 * records in its place, since they can bring it in from a file of its phone. Whoever sends a file, its
 * hash is the one that the officer announced.
 */
export async function findToSend(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<Outcome<Collision>> {
  const found = await findCollision(deps, caller, id);
  if (found instanceof Refusal || found.createdBy.id === caller.userId) return found;
  return may(caller.role, 'let in late records') ? found : notFound('collision');
}

interface Coming extends Announced {
  readonly line: number | null;
  readonly vehicle_line: number | null;
  readonly shows: string | null;
  readonly file_id: string | null;
  readonly given_up_at: Date | null;
}

/** Takes an announced file whose parts have all arrived into its collision. */
export async function receiveFile(
  deps: Deps,
  actor: Actor,
  collision: Collision,
  fileId: string,
): Promise<Outcome<Collision>> {
  const coming = await announced(deps.db, collision._id, fileId);
  if (!coming) return notFound('file');
  if (coming.given_up_at) return givenUp;
  if (coming.file_id === null) {
    const refusal = await take(deps, actor, collision, coming);
    if (refusal instanceof Refusal) return refusal;
  }
  await deps.parts.remove(fileId);
  return whole(deps, collision);
}

async function take(
  deps: Deps,
  actor: Actor,
  collision: Collision,
  coming: Coming,
): Promise<Outcome<boolean>> {
  const { id, field, bytes } = coming;
  const sent = await deps.parts.sentOf(id);
  if (sent < bytes) return notAllSent(sent, bytes);
  const folder = path.join(uploadsIn(deps.config.dataDir), randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copy = path.join(folder, '1');
    const hash = createHash('sha256');
    const counted = new PassThrough();
    counted.on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(await deps.parts.read(id), counted, createWriteStream(copy));
    if (hash.digest('hex') !== coming.sha256) {
      await deps.parts.remove(id);
      return arrivedDamaged;
    }
    const upload = { field, kind: kindOf(field), path: copy, bytes, name: '' } as const;
    return await withStoredFiles(
      deps,
      [upload],
      ([file]) =>
        file ? insertComingFile(deps, actor, collision, coming, file) : Promise.resolve(false),
      { sender: collision.createdBy.id, isEvidence: true },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In one transaction; false where another call was quicker. */
function insertComingFile(
  { db }: Deps,
  actor: Actor,
  collision: Collision,
  { id, line, vehicle_line, shows }: Coming,
  file: StoredFile,
): Promise<boolean> {
  const { _id: collision_id, createdBy, demo } = collision;
  return db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('coming_files')
      .select('id')
      .where('id', '=', id)
      .where('file_id', 'is', null)
      .where('given_up_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!waiting) return false;
    await insertFiles(trx, [file], { createdBy: createdBy.id, demo });
    await trx.updateTable('coming_files').set({ file_id: file.id }).where('id', '=', id).execute();
    if (line !== null)
      await trx
        .insertInto('collision_files')
        .values({ collision_id, line, file_id: file.id })
        .execute();
    else
      await trx
        .updateTable('collision_vehicles')
        .set(shows === 'driver' ? { driver_file: file.id } : { vehicle_file: file.id })
        .where('collision_id', '=', collision_id)
        .where('line', '=', vehicle_line ?? 0)
        .execute();
    const { field, sha256, original } = file;
    await writeAudit(trx, actor, {
      event: 'collision.file-received',
      record: 'collision',
      id: collision_id,
      before: { file: id, received: false },
      after: {
        file: id,
        received: true,
        field,
        sha256,
        ...(original && { original: { id: original.id, sha256: original.sha256 } }),
      },
    });
    return true;
  });
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
    const coming = await trx
      .selectFrom('coming_files')
      .select(['file_id', 'given_up_at'])
      .where('id', '=', fileId)
      .where('collision_id', '=', collision._id)
      .forUpdate()
      .executeTakeFirst();
    if (!coming) return notFound('file');
    if (coming.file_id !== null) return receivedAlready;
    if (coming.given_up_at !== null) return null;
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
  return whole(deps, collision);
}

const announced = (db: Database, collisionId: string, id: string): Promise<Coming | undefined> =>
  db
    .selectFrom('coming_files')
    .select(['id', 'field', 'bytes', 'sha256', 'line', 'vehicle_line', 'shows', 'file_id'])
    .select('given_up_at')
    .where('id', '=', id)
    .where('collision_id', '=', collisionId)
    .executeTakeFirst();

async function whole(deps: Deps, { _id }: Collision): Promise<Outcome<Collision>> {
  const [now] = await wholeCollisions(deps, [_id]);
  return now ?? notFound('collision');
}

const notAllSent = (sent: number, bytes: number) =>
  new Refusal(409, 'not_all_sent', `${sent} of ${bytes} bytes have arrived. Send the rest.`);

const arrivedDamaged = new Refusal(
  409,
  'arrived_damaged',
  'What arrived is not the file that was announced. Send it again from its beginning.',
);

const givenUp = new Refusal(409, 'given_up', 'It was said of this file that it will not come.');

const receivedAlready = new Refusal(
  409,
  'received_already',
  'This file was received, so it belongs to the collision for good.',
);
