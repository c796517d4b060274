import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { FileStore } from '#server/gateways/file-store.ts';
import { pictureType, reencodePicture } from '#server/gateways/pictures.ts';
import { videoTypeOf } from '#server/gateways/video-type.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';

/** A file that was examined, re-encoded if it is a picture, and stored under its id. */
export interface StoredFile {
  readonly id: string;
  readonly field: string;
  readonly kind: UploadedFile['kind'];
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Stores the files of a call and hands them to `use`, whose transaction writes their rows with
 * `insertFiles`. Files that have no row afterwards are removed from the store, whether `use`
 * refused, failed or didn't need them. 400, with the field, for what is no picture or no video;
 * pictures are at most `side` pixels long.
 */
export async function withStoredFiles<T>(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  uploads: readonly UploadedFile[],
  use: (stored: readonly StoredFile[]) => Promise<Outcome<T>>,
  side?: number,
): Promise<Outcome<T>> {
  const examined = await examineAll(uploads, side);
  if (examined instanceof Refusal) return examined;
  const stored = examined.map(({ file }) => file);
  try {
    for (const { file, path } of examined) await store.put(file.id, path, file.contentType);
    return await use(stored);
  } finally {
    await removeUnused(db, store, stored);
  }
}

/** Writes the rows of stored files, in the transaction of the record that they belong to. */
export async function insertFiles(
  trx: Transaction<DB>,
  files: readonly StoredFile[],
  { createdBy, demo }: { createdBy: string | null; demo: boolean },
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ id, kind, contentType, bytes, sha256 }) => ({
    id,
    kind,
    bytes,
    sha256,
    demo,
    content_type: contentType,
    created_by: createdBy,
  }));
  await trx.insertInto('files').values(rows).execute();
}

interface Examined {
  readonly file: StoredFile;
  readonly path: string;
}

async function examineAll(
  uploads: readonly UploadedFile[],
  side?: number,
): Promise<Outcome<readonly Examined[]>> {
  const examined: Examined[] = [];
  for (const upload of uploads) {
    const one = await examine(upload, side);
    if (one instanceof Refusal) return one;
    examined.push(one);
  }
  return examined;
}

async function examine(upload: UploadedFile, side?: number): Promise<Outcome<Examined>> {
  const { field, kind } = upload;
  if (kind === 'video') {
    const { path } = upload;
    const contentType = await videoTypeOf(path);
    return contentType === undefined
      ? invalid(
          field,
          `The file ${field} is no video that can be kept. Send MP4, WebM, MOV or 3GP.`,
        )
      : { path, file: await describeFile(field, kind, contentType, path) };
  }
  // In the call's temporary folder, which is removed with everything in it.
  const path = `${upload.path}.jpg`;
  return (await reencodePicture(upload.path, path, side))
    ? { path, file: await describeFile(field, kind, pictureType, path) }
    : invalid(
        field,
        `The file ${field} is no picture that can be read. Send JPEG, PNG or WebP, at most 50 megapixels.`,
      );
}

/** A file at `path` that is ready to be stored, under a new id. */
export async function describeFile(
  field: string,
  kind: StoredFile['kind'],
  contentType: string,
  path: string,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size: bytes } = await stat(path);
  return { id: ulid(), field, kind, contentType, bytes, sha256: hash.digest('hex') };
}

/**
 * Asks the database, not the result of `use`: a commit may have succeeded although its answer was
 * lost.
 */
async function removeUnused(
  db: Database,
  store: FileStore,
  stored: readonly StoredFile[],
): Promise<void> {
  if (stored.length === 0) return;
  const ids = stored.map(({ id }) => id);
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const used = new Set(rows.map(({ id }) => id));
  await Promise.all(ids.filter((id) => !used.has(id)).map((id) => store.remove(id)));
}
