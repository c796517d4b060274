import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Collision } from '#contract/collisions.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { insertFiles, type StoredFile, withStoredFiles } from '#server/features/files/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { uploadsIn } from '#server/http/multipart.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { announcedFile, asItStands, type Coming, givenUp } from './announced-files.ts';
import { findCollision } from './queries.ts';
import { kindOf } from './rules.ts';

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

/** Takes an announced file whose parts have all arrived into its collision. */
export async function receiveFile(
  deps: Deps,
  actor: Actor,
  collision: Collision,
  fileId: string,
): Promise<Outcome<Collision>> {
  const coming = await announcedFile(deps.db, collision._id, fileId);
  if (!coming) return notFound('file');
  if (coming.given_up_at) return givenUp;
  if (coming.file_id === null) {
    const refusal = await take(deps, actor, collision, coming);
    if (refusal instanceof Refusal) {
      if (refusal.status === 400) await noteUnreadable(deps, actor, collision, coming, refusal);
      return refusal;
    }
  }
  await deps.parts.remove(fileId);
  return asItStands(deps, collision);
}

async function take(
  deps: Deps,
  actor: Actor,
  collision: Collision,
  coming: Coming,
): Promise<Outcome<boolean>> {
  const { id, field, bytes } = coming;
  const sent = await deps.parts.sentOf(id);
  if (sent < bytes) return (await isReceived(deps.db, id)) || notAllSent(sent, bytes);
  const folder = path.join(uploadsIn(deps.config.dataDir), randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copy = path.join(folder, '1');
    const hash = createHash('sha256');
    const counted = new PassThrough();
    counted.on('data', (chunk: Buffer) => hash.update(chunk));
    try {
      await pipeline(await deps.parts.read(id), counted, createWriteStream(copy));
    } catch (error) {
      // Another call that received it has removed its parts meanwhile.
      if (await isReceived(deps.db, id)) return true;
      const left = await deps.parts.sentOf(id);
      if (left < bytes) return notAllSent(left, bytes);
      throw error;
    }
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

/** The collision says from now on that this file can't be read. Its bytes are of no use any more. */
async function noteUnreadable(
  { db, parts }: Deps,
  actor: Actor,
  { _id }: Collision,
  { id, field }: Coming,
  { error }: Refusal,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('coming_files')
      .set({ unreadable_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('unreadable_at', 'is', null)
      .where('file_id', 'is', null)
      .where('given_up_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!noted) return;
    await writeAudit(trx, actor, {
      event: 'collision.file-unreadable',
      record: 'collision',
      id: _id,
      before: { file: id, unreadable: false },
      after: { file: id, unreadable: true, field, reason: error },
    });
  });
  await parts.remove(id);
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

async function isReceived(db: Database, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('coming_files')
    .select('id')
    .where('id', '=', id)
    .where('file_id', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

const notAllSent = (sent: number, bytes: number) =>
  new Refusal(409, 'not_all_sent', `${sent} of ${bytes} bytes have arrived. Send the rest.`);

const arrivedDamaged = new Refusal(
  409,
  'arrived_damaged',
  'The file that arrived is not the one that Hanya expected. Send it again from the start.',
);
