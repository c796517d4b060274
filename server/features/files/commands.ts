import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Deps } from '#server/deps.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { FileStore } from '#server/gateways/file-store.ts';
import { pictureType, reencodePicture } from '#server/gateways/pictures.ts';
import { videoTypeOf } from '#server/gateways/video-type.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';

/** A file that was examined, written anew where it is a picture, and stored under its id. */
export interface KeptFile {
  readonly id: string;
  readonly field: string;
  readonly kind: UploadedFile['kind'];
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Stores the files of a call and hands them to `use`, whose transaction writes their rows with
 * `insertFiles`. Those without a row afterwards are removed from the store, whether `use` refused,
 * failed or had no need of them. 400, with the field, for what is no picture or no video; pictures
 * are at most `side` pixels long.
 */
export async function withKeptFiles<T>(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  uploads: readonly UploadedFile[],
  use: (kept: readonly KeptFile[]) => Promise<Outcome<T>>,
  side?: number,
): Promise<Outcome<T>> {
  const examined = await examineAll(uploads, side);
  if (examined instanceof Refusal) return examined;
  const kept = examined.map(({ file }) => file);
  try {
    for (const { file, path } of examined) await store.put(file.id, path, file.contentType);
    return await use(kept);
  } finally {
    await removeUnused(db, store, kept);
  }
}

/** Writes the rows of kept files, in the transaction of the record that they belong to. */
export async function insertFiles(
  trx: Transaction<DB>,
  kept: readonly KeptFile[],
  { createdBy, demo = false }: { createdBy: string | null; demo?: boolean },
): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ id, kind, contentType, bytes, sha256 }) => ({
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
  readonly file: KeptFile;
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
  // The temporary folder goes with the call, and this with it.
  const path = `${upload.path}.jpg`;
  return (await reencodePicture(upload.path, path, side))
    ? { path, file: await describeFile(field, kind, pictureType, path) }
    : invalid(
        field,
        `The file ${field} is no picture that can be read. Send JPEG, PNG or WebP, at most 50 megapixels.`,
      );
}

/** The facts of a file that is ready to be stored as it lies at `path`, under an id of its own. */
export async function describeFile(
  field: string,
  kind: KeptFile['kind'],
  contentType: string,
  path: string,
): Promise<KeptFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size: bytes } = await stat(path);
  return { id: ulid(), field, kind, contentType, bytes, sha256: hash.digest('hex') };
}

/** Asks the database rather than the outcome: a commit may have stood although its answer was lost. */
async function removeUnused(
  db: Database,
  store: FileStore,
  kept: readonly KeptFile[],
): Promise<void> {
  if (kept.length === 0) return;
  const ids = kept.map(({ id }) => id);
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const used = new Set(rows.map(({ id }) => id));
  await Promise.all(ids.filter((id) => !used.has(id)).map((id) => store.remove(id)));
}
