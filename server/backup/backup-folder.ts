import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { flushFolder, hasCode } from '#server/process/data-folder.ts';
import {
  type Decryption,
  decryptionWith,
  type Encryption,
  storedAt,
} from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';

/**
 * A folder of backups:
 *
 *     2026-11-22T13-00-05-123Z/    one backup: manifest.json, configuration.json, the rows of tables
 *     files/<id>                   pictures and videos, each once for all backups
 *     secrets/<name>.json          what nobody should find beside the rest
 *     base/, wal/                  for going back to a moment: see `archive.ts`
 *
 * A backup is written under another name, its manifest last, and then renamed. With recipients, all
 * of these are encrypted and end with `.age`, and `sums.sha256` has the hashes of what lies there.
 */
const manifestName = 'manifest.json';
const named = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const storedTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** The hash of the rows as COPY writes them, in the order of the primary key. */
  rowsSha256: sha256,
  /** The packed file, and its hash. */
  file: z.string().regex(/^[a-z0-9_.]+$/),
  fileSha256: sha256,
});
export type StoredTable = z.infer<typeof storedTable>;

const manifestSchema = z.object({
  format: z.literal(1),
  hanya: z.string(),
  postgres: z.string(),
  /** Everything that was committed at this moment, and up to this position of the log, is in it. */
  takenAt: z.iso.datetime(),
  position: z.string(),
  epoch: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  tables: z.array(storedTable),
  /** Their hashes stand in the rows of the table `files`. */
  files: z.object({
    count: z.int(),
    bytes: z.int(),
    /** Missing or damaged in the store. */
    damaged: z.array(z.string()),
    /** Those of them that were removed, with their rows, while the others were being copied. */
    gone: z.array(z.string()).default([]),
  }),
  configurationSha256: sha256,
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface Backup {
  readonly name: string;
  /** The backup's folder. */
  readonly path: string;
  /** The folder of backups that it is in. */
  readonly folder: string;
}

export const filesOf = (folder: string): string => join(folder, 'files');
export const secretsOf = (folder: string): string => join(folder, 'secrets');

/** The name of a backup of this moment. */
export const nameOf = (takenAt: Date): string => takenAt.toISOString().replaceAll(/[:.]/g, '-');

/** The moment of a backup, from its name. */
export function momentOf(name: string): Date {
  const [day = '', time = ''] = name.split('T');
  return new Date(`${day}T${time.replace('-', ':').replace('-', ':').replace('-', '.')}`);
}

/** Two clocks that both are right may differ by so much. */
const mostAheadMs = 300_000;

/** True for a moment that has not been yet: a clock was wrong when it was written down. */
export const isFromFuture = (moment: Date, now = new Date()): boolean =>
  moment.getTime() > now.getTime() + mostAheadMs;

/** This sentence tells whoever sees one what to do. */
export const fromFuture = ({ path }: Pick<Backup, 'path'>): string =>
  `The backup ${path} is named after a time in the future, because a clock was wrong. Rename the backup to the time when it was taken, or remove it.`;

/** All that are called like one. */
async function namedIn(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  return names
    .filter((name) => named.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name), folder }));
}

/**
 * The complete backups of a folder, the oldest first. Without a manifest it isn't one; of one from
 * the future nobody knows how old it is, so it is none of them.
 */
export async function backupsIn(folder: string, now = new Date()): Promise<Backup[]> {
  return (await namedIn(folder)).filter(({ name }) => !isFromFuture(momentOf(name), now));
}

export async function futureBackupsIn(folder: string, now = new Date()): Promise<Backup[]> {
  return (await namedIn(folder)).filter(({ name }) => isFromFuture(momentOf(name), now));
}

/**
 * The backup at `path`: one of a folder of backups, or the newest of such a folder. One from the
 * future is found by its own path alone. Throws `StartError` when there is none.
 */
export async function findBackup(path: string): Promise<Backup> {
  const newest = (await backupsIn(path)).at(-1);
  if (newest) return newest;
  const own = (await namedIn(join(path, '..'))).find((backup) => backup.path === path);
  if (own) return own;
  const [future] = await futureBackupsIn(path);
  throw new StartError(`There is no backup in ${path}.${future ? ` ${fromFuture(future)}` : ''}`);
}

/** Throws `StartError` when it is missing, damaged, of a later version, or can't be decrypted. */
export async function readManifest(
  { path }: Backup,
  decrypt: Decryption = decryptionWith(undefined),
): Promise<Manifest> {
  const file = storedAt(join(path, manifestName));
  try {
    const { sha256: written, ...manifest } = z
      .looseObject({ sha256 })
      .parse(JSON.parse(await readStored(file, decrypt)));
    if (hashOfText(JSON.stringify(manifest)) !== written) throw new Error('its hash is another');
    return manifestSchema.parse(manifest);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof z.ZodError ? 'it says what this version does not know' : error;
    throw new StartError(
      `${file} is missing or damaged, so this backup cannot be used: ${reason instanceof Error ? reason.message : String(reason)}.`,
      { cause: error },
    );
  }
}

/**
 * Lets `write` fill a folder that appears under its name when it is complete. The answer of `write`
 * is written last, as the manifest. After a failure nothing stays.
 */
export async function writeBackup(
  folder: string,
  name: string,
  encryption: Encryption,
  write: (draft: string) => Promise<Manifest>,
): Promise<{ readonly backup: Backup; readonly manifest: Manifest }> {
  const path = join(folder, name);
  const draft = `${path}.partial`;
  await mkdir(draft, { mode: 0o700 });
  try {
    const manifest = await write(draft);
    const whole = JSON.stringify({ ...manifest, sha256: hashOfText(JSON.stringify(manifest)) });
    const sum = await writeStored(whole, join(draft, manifestName), encryption);
    if (encryption.ending !== '') await addSums(draft, [[manifestName + encryption.ending, sum]]);
    await flushFolder(draft);
    await rename(draft, path);
    await flushFolder(folder);
    return { backup: { name, path, folder }, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what killed runs left. Only while no other run is at work in this folder. */
export async function sweepPartial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.partial')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Writes a private file and waits until it is on the disk. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
}

/**
 * Writes a private file, encrypted if that is wanted, and waits until it is on the disk. Answers the
 * hash of what lies there.
 */
export async function writeStored(
  source: Readable | string,
  path: string,
  { pass, ending }: Encryption,
): Promise<string> {
  const stored = measure();
  await pipeline(
    typeof source === 'string' ? Readable.from([Buffer.from(source)]) : source,
    pass,
    stored.stream,
    createWriteStream(path + ending, { mode: 0o600, flush: true }),
  );
  return stored.hash.digest('hex');
}

/** A file as `sha256sum` names it from the backup's folder, and the hash of what lies there. */
export type Sum = readonly [name: string, sha256: string];

/** The sums of an encrypted backup: another one has none. */
export const sumsOf = (path: string): string => join(path, 'sums.sha256');

export async function addSums(path: string, sums: readonly Sum[]): Promise<void> {
  const lines = sums.map(([name, sum]) => `${sum}  ${name}\n`);
  await appendFile(sumsOf(path), lines.join(''), { mode: 0o600, flush: true });
}

/** The text of a small file, in the clear. */
export const readStored = (path: string, decrypt: Decryption): Promise<string> =>
  text(decrypt(path)(createReadStream(path)));

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of a file as it lies there. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Passes bytes on and counts lines and hash of them. */
export function measure(): { readonly stream: Transform; readonly hash: Hash; lines(): number } {
  const hash = createHash('sha256');
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, hash, lines: () => lines };
}

/** Takes bytes and forgets them. */
export const nowhere = (): Writable =>
  new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
