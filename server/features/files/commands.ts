import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import { unreadablePicture, whatToSend, whyNotKept } from '#contract/file-kinds.ts';
import { dailyUploadLimit } from '#contract/upload-limits.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { examineAt, isWholePdf } from '#server/gateways/file-contents.ts';
import type { FileStore } from '#server/gateways/file-store.ts';
import { pictureType, reencodePicture } from '#server/gateways/pictures.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { fileWords, type UploadedFile } from '#server/http/uploaded-file.ts';

/** The received bytes. */
interface Original {
  readonly id: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that was examined, re-encoded if it is a picture, and stored under its id. */
export interface StoredFile {
  readonly id: string;
  readonly field: string;
  /** What of evidence is no picture is a document, which is kept as it came. */
  readonly kind: Exclude<UploadedFile['kind'], 'evidence'> | 'document';
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** As its sender calls it. */
  readonly name: string;
  /** KeptBytes beside a picture that is evidence; a video is kept as it came. */
  readonly original?: Original;
}

interface Storing {
  /** The account that sends the files. */
  readonly sender: string | null;
  /** The longest side of a picture, in pixels. */
  readonly side?: number;
  /** Pictures are evidence: what was received is kept beside what is made of it. */
  readonly isEvidence?: true;
}

/**
 * Stores the files of a call and hands them to `use`, whose transaction writes their rows with
 * `insertFiles`. Files without a row afterwards are removed from the store. 400, with the field,
 * for a file that is no picture or no video. 429 for more than one account may send within a day.
 */
export async function withStoredFiles<T>(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  uploads: readonly UploadedFile[],
  use: (stored: readonly StoredFile[]) => Promise<Outcome<T>>,
  storing: Storing,
): Promise<Outcome<T>> {
  const tooMuch = await whyNotMore(db, uploads, storing.sender);
  if (tooMuch) return tooMuch;
  const examined = await examineAll(uploads, storing);
  if (examined instanceof Refusal) return examined;
  const stored = examined.map(({ file }) => file);
  try {
    for (const { file, path, received } of examined) {
      if (file.original) await store.put(file.original.id, received, file.original.contentType);
      await store.put(file.id, path, file.contentType);
    }
    return await use(stored);
  } finally {
    await removeUnused(db, store, stored);
  }
}

/** Bytes that the product made, in the store. */
export interface KeptBytes {
  readonly id: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Stores bytes that the product made, and hands them to `use`, whose transaction writes their row.
 * Without a row afterwards they are removed from the store.
 */
export async function withKeptBytes<T>(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  content: Buffer,
  contentType: string,
  use: (kept: KeptBytes) => Promise<T>,
): Promise<T> {
  const kept = {
    id: ulid(),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const folder = await mkdtemp(join(tmpdir(), 'hanya-kept-'));
  try {
    await writeFile(join(folder, kept.id), content);
    await store.put(kept.id, join(folder, kept.id), contentType);
    return await use(kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await removeUnused(db, store, [kept]);
  }
}

const dayLimit = `${dailyUploadLimit / 1024 ** 3} GB`;

const tooMuchToday = new Refusal(
  429,
  'too_much_today',
  `You have sent ${dayLimit} of pictures and videos in a day, which is the limit. Send the rest tomorrow.`,
);

/** Files that an account sends at the same time may come on top: only stored files are counted. */
async function whyNotMore(
  db: Database,
  uploads: readonly UploadedFile[],
  sender: string | null,
): Promise<Refusal | undefined> {
  if (uploads.length === 0 || sender === null) return undefined;
  const { bytes } = await db
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .where('created_by', '=', sender)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  const more = uploads.reduce((sum, upload) => sum + upload.bytes, bytes);
  return more > dailyUploadLimit ? tooMuchToday : undefined;
}

/** Writes the rows of stored files, in the transaction of the record that they belong to. */
export async function insertFiles(
  trx: Transaction<DB>,
  files: readonly StoredFile[],
  { createdBy, demo }: { createdBy: string | null; demo: boolean },
): Promise<void> {
  if (files.length === 0) return;
  const rowOf = (
    { id, contentType, bytes, sha256 }: Original,
    kind: StoredFile['kind'] | 'original',
  ) => ({
    id,
    kind,
    bytes,
    sha256,
    demo,
    content_type: contentType,
    created_by: createdBy,
  });
  const rows = files.flatMap((file) => [
    rowOf(file, file.kind),
    ...(file.original ? [rowOf(file.original, 'original')] : []),
  ]);
  await trx.insertInto('files').values(rows).execute();
  const originals = files.flatMap(({ id, original }) =>
    original ? [{ file_id: id, original_id: original.id }] : [],
  );
  if (originals.length > 0) await trx.insertInto('originals').values(originals).execute();
}

/** Files as the trail names them, by hash: it proves what they show, and no address gets there. */
export const auditedFiles = (files: readonly StoredFile[]) =>
  files.map(({ field, id, sha256, original }) => ({
    field,
    id,
    sha256,
    ...(original && { original: { id: original.id, sha256: original.sha256 } }),
  }));

interface Examined {
  readonly file: StoredFile;
  readonly path: string;
  /** The path of the received bytes. */
  readonly received: string;
}

async function examineAll(
  uploads: readonly UploadedFile[],
  storing: Storing,
): Promise<Outcome<readonly Examined[]>> {
  const examined: Examined[] = [];
  for (const upload of uploads) {
    const one = await examine(upload, storing);
    if (one instanceof Refusal) return one;
    examined.push(one);
  }
  return examined;
}

const cutDocument = 'is incomplete. Save the file again, or select another file.';
const evidenceToSend = 'Send a JPEG, PNG, WebP or PDF file';

async function examine(
  upload: UploadedFile,
  { side, isEvidence }: Storing,
): Promise<Outcome<Examined>> {
  const { field, path: received, bytes, name } = upload;
  const subject = fileWords(upload);
  const isWhole = upload.kind === 'evidence' ? await isWholePdf(received) : null;
  if (isWhole === false) return invalid(field, `${subject} ${cutDocument}`);
  if (isWhole) {
    const file = await describeFile(field, 'document', 'application/pdf', received, name);
    return { received, path: received, file };
  }
  const kind = upload.kind === 'evidence' ? 'picture' : upload.kind;
  const found = await examineAt(received);
  const why = kind === 'table' ? null : whyNotKept(subject, found, bytes, kind);
  if (why !== null)
    return invalid(
      field,
      upload.kind === 'evidence' ? why.replace(whatToSend.picture, evidenceToSend) : why,
    );
  if (kind === 'video') {
    const file = await describeFile(field, kind, found.type ?? '', received, name);
    return { received, path: received, file };
  }
  // In the call's temporary folder, which is removed with everything in it.
  const path = `${received}.jpg`;
  const type = await reencodePicture(received, path, side);
  if (type === null) return invalid(field, unreadablePicture(subject));
  const file = await describeFile(field, kind, pictureType, path, name);
  if (!isEvidence) return { received, path, file };
  const original = await describeFile(field, kind, type, received);
  return { received, path, file: { ...file, original } };
}

/** A file at `path` that is ready to be stored, under a new id. */
export async function describeFile(
  field: string,
  kind: StoredFile['kind'],
  contentType: string,
  path: string,
  name = '',
): Promise<StoredFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size: bytes } = await stat(path);
  return { id: ulid(), field, kind, contentType, bytes, sha256: hash.digest('hex'), name };
}

/**
 * Asks the database, not the result of `use`: a commit may have succeeded although its answer was
 * lost.
 */
async function removeUnused(
  db: Database,
  store: FileStore,
  stored: readonly (KeptBytes & Pick<StoredFile, 'original'>)[],
): Promise<void> {
  if (stored.length === 0) return;
  const ids = stored.flatMap(({ id, original }) => (original ? [original.id, id] : [id]));
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const used = new Set(rows.map(({ id }) => id));
  await Promise.all(ids.filter((id) => !used.has(id)).map((id) => store.remove(id)));
}
