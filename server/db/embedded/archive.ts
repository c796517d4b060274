import { chmodSync, createReadStream, createWriteStream, lchownSync, mkdirSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { flushFolder, makePassable } from '#server/process/data-folder.ts';
import { encryptionTo } from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';
import type { Home } from './home.ts';
import { canReach } from './root.ts';

/**
 * For going back to a moment, copies of the embedded database's whole cluster (`base/`) and every
 * piece of its log (`wal/`) are kept in the folder of backups.
 */
export const basesOf = (folder: string): string => join(folder, 'base');
export const walOf = (folder: string): string => join(folder, 'wal');

/** PostgreSQL writes its log in the clear: what is to be encrypted waits beside the database. */
const waitingIn = (home: string): string => join(home, 'log-to-encrypt');

/**
 * Makes these folders, and answers the one for PostgreSQL's user to copy the log to. Throws
 * `StartError` when that user can't get there.
 */
export function openArchive(
  { folder: home, runAs }: Pick<Home, 'folder' | 'runAs'>,
  folder: string,
  isEncrypted: boolean,
): string {
  const archive = isEncrypted ? waitingIn(home) : walOf(folder);
  try {
    makePassable(folder);
    // Others pass through, but see nothing.
    if (runAs) chmodSync(folder, 0o711);
    for (const own of [basesOf(folder), walOf(folder), archive])
      mkdirSync(own, { recursive: true, mode: 0o700 });
    if (runAs) lchownSync(archive, runAs.uid, runAs.gid);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`BACKUP_DIR is ${folder}, but Hanya cannot write to it: ${reason}.`);
  }
  if (runAs && !isEncrypted && !canReach(folder, runAs))
    throw new StartError(
      `BACKUP_DIR is ${folder}, which the user that runs the database (${runAs.uid}) cannot reach. Let other users enter the folders above it, or set BACKUP_DIR to another folder.`,
    );
  return archive;
}

/** A piece may be packed, and then encrypted. */
export const isPiece = (name: string): boolean => /^[0-9A-F]{24}(\.gz)?(\.age)?$/.test(name);

/** When each known piece was written: a month has forty thousand of them. */
const writtenAt = new Map<string, number>();

/** When the newest piece of the log was written; undefined where there is none. */
export async function newestPieceIn(folder: string): Promise<Date | undefined> {
  const names = await readdir(walOf(folder)).catch(() => []);
  const paths = names.filter(isPiece).map((name) => join(walOf(folder), name));
  for (const path of paths) {
    if (writtenAt.has(path)) continue;
    // One may be packed meanwhile, and has another name then.
    const found = await stat(path).catch(() => undefined);
    if (found) writtenAt.set(path, found.mtimeMs);
  }
  let newest = 0;
  const there = new Set(paths);
  for (const [path, at] of writtenAt) {
    if (there.has(path)) newest = Math.max(newest, at);
    else writtenAt.delete(path);
  }
  return newest === 0 ? undefined : new Date(newest);
}

/**
 * Packs the pieces of the log, as those that were closed by the minute are nearly empty, and
 * encrypts them if there are recipients. `home` is the folder of the database's files. Answers the
 * names of what is new.
 */
export async function packLog(
  folder: string,
  home: string,
  recipients?: readonly string[],
): Promise<string[]> {
  const into = walOf(folder);
  const { pass, ending } = await encryptionTo(recipients);
  const namesIn = async (from: string) =>
    (await readdir(from).catch(() => [])).map((name) => ({ path: join(from, name), name }));
  const waiting = (await namesIn(waitingIn(home))).filter(({ name }) =>
    /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/.test(name),
  );
  const there = (await namesIn(into)).filter(({ name }) => /^[0-9A-F]{24}$/.test(name));
  const made: string[] = [];
  for (const { path, name } of [...there, ...waiting]) {
    const packed = join(into, `${name}.gz${ending}`);
    await pipeline(
      createReadStream(path),
      createGzip({ level: 1 }),
      pass,
      createWriteStream(`${packed}.partial`, { mode: 0o600, flush: true }),
    );
    // It stays as old as the piece, whose age is watched.
    const { atime, mtime } = await stat(path);
    await utimes(`${packed}.partial`, atime, mtime);
    await rename(`${packed}.partial`, packed);
    await flushFolder(into);
    await rm(path);
    made.push(`${name}.gz${ending}`);
  }
  return made;
}
