import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, utimes } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { S3Place } from '#server/config/files-url.ts';
import type { S3Store } from '#server/gateways/file-store-s3.ts';
import { StartError } from '#server/process/start-error.ts';
import { dayMs } from '#server/time.ts';
import { isFromFuture, momentOf, writeWhole } from './backup-folder.ts';
import { type Kept, keptOf } from './retention.ts';

/**
 * A bucket has what is encrypted in a folder of backups, with its sums, under the same names.
 * The object that completes a backup or a copy of the cluster is put last: without it there is none.
 */
const moment = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z`;
const goesOffsite = new RegExp(
  String.raw`^((files|wal|secrets|(base/)?${moment})/\w[\w.-]*\.age|${moment}/sums\.sha256|base/${moment}/hanya\.json)$`,
);
const completing = new RegExp(String.raw`(${moment})/(sums\.sha256|base\.tar\.age)$`);

/** Does some work at once for the keys, and then for those that complete something. */
async function inOrder(
  keys: readonly string[],
  work: (key: string) => Promise<void>,
): Promise<void> {
  const isLast = (key: string) => completing.test(key);
  await pLimit(4).map(
    keys.filter((key) => !isLast(key)),
    work,
  );
  await pLimit(4).map(keys.filter(isLast), work);
}

/** Opens the bucket for `work`. Throws `StartError`, which says the failure, when it can't be done. */
export async function withOffsite<Answer>(
  place: S3Place,
  failure: string,
  work: (store: S3Store) => Promise<Answer>,
): Promise<Answer> {
  const { createS3Store } = await import('#server/gateways/file-store-s3.ts');
  const store = createS3Store(place);
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, name } = error instanceof Error ? error : new Error(String(error));
    // A host with several addresses that all refuse gives no message.
    throw new StartError(`${failure}: ${message || name}.`, { cause: error });
  } finally {
    store.close();
  }
}

async function storedKeys(store: S3Store, prefix = ''): Promise<Map<string, Date>> {
  const stored = new Map<string, Date>();
  for await (const objects of store.list(prefix))
    for (const { key, at } of objects) if (goesOffsite.test(key)) stored.set(key, at);
  return stored;
}

const put = (store: S3Store, folder: string, key: string): Promise<void> =>
  store.put(key, join(folder, key), 'application/octet-stream');

/** Copies what lies below a prefix and is newer than in the bucket. Answers all keys of the folder. */
async function copyNewer(
  store: S3Store,
  folder: string,
  stored: ReadonlyMap<string, Date>,
  prefix = '',
): Promise<string[]> {
  const names = await readdir(join(folder, prefix), { recursive: true });
  const keys = names
    .map((name) => prefix + name.replaceAll(sep, '/'))
    .filter((key) => goesOffsite.test(key));
  await inOrder(keys, async (key) => {
    const { mtimeMs } = await stat(join(folder, key));
    // The bucket knows whole seconds.
    if ((stored.get(key)?.getTime() ?? 0) < mtimeMs - (mtimeMs % 1_000))
      await put(store, folder, key);
  });
  return keys;
}

/**
 * Copies a folder into a bucket, and removes there what is kept no longer. What merely isn't in the
 * folder stays, since a new machine begins with an empty one.
 */
export async function copyOffsite(
  store: S3Store,
  folder: string,
  keep: Kept,
  now: Date,
): Promise<void> {
  const stored = await storedKeys(store);
  const own = new Set(await copyNewer(store, folder, stored));
  const { backups, bases } = completeAmong([...stored.keys(), ...own], now);
  const daysAlone = { ...keep, backupKeepWeeks: 0, backupKeepMonths: 0 };
  const keptBases = keptOf(bases.map(momentOf), daysAlone, now);
  const kept = [...keptOf(backups.map(momentOf), keep, now), ...keptBases].map(Number);
  const dayBefore = (at = new Date(0)) => new Date(at.getTime() - dayMs);
  const isOver = ([key, at]: readonly [string, Date]) => {
    if (own.has(key) || key.startsWith('files/')) return false;
    if (key.startsWith('wal/')) return at < dayBefore(keptBases[0]);
    const name = new RegExp(moment).exec(key)?.[0] ?? '';
    if (backups.includes(name) || bases.includes(name))
      return !kept.includes(Number(momentOf(name)));
    // Another machine may be copying a younger one.
    return momentOf(name) < dayBefore(now);
  };
  const over = [...stored].filter(isOver).map(([key]) => key);
  const remove = async (key: string) => store.remove(key);
  // Without these it is no backup any more, however far the removal gets.
  await pLimit(4).map(
    over.filter((key) => completing.test(key)),
    remove,
  );
  await pLimit(4).map(over, remove);
  await writeWhole(markIn(folder), now.toISOString());
}

const markIn = (folder: string): string => join(folder, 'copied-offsite');

/**
 * When the last backup was taken that is in the bucket too; null where there is none, or its time
 * can't be.
 */
export async function copiedOffsiteAt(folder: string, now = new Date()): Promise<Date | null> {
  const text = await readFile(markIn(folder), 'utf8').catch(() => undefined);
  const at = text === undefined ? null : new Date(text);
  return at && isFromFuture(at, now) ? null : at;
}

/**
 * The names of complete backups and copies of the cluster, the oldest first, without those from the
 * future.
 */
function completeAmong(keys: readonly string[], now: Date) {
  const names = (isBase: boolean) =>
    keys
      .filter((key) => key.startsWith('base/') === isBase)
      .flatMap((key) => completing.exec(key)?.[1] ?? [])
      .filter((name) => !isFromFuture(momentOf(name), now));
  return { backups: [...new Set(names(false))].sort(), bases: [...new Set(names(true))].sort() };
}

/**
 * Copies the log as it is packed: the new pieces, and at first and after a failure all that the
 * bucket lacks. Answers what went wrong, in a sentence.
 */
export function createLogCopy(folder: string, place: S3Place) {
  const failure = 'The database’s log could not be copied to the BACKUP_URL bucket';
  let isLevel = false;
  const copy = async (packed: readonly string[]): Promise<string | undefined> => {
    try {
      await withOffsite(place, failure, async (store) => {
        if (isLevel) for (const name of packed) await put(store, folder, `wal/${name}`);
        else await copyNewer(store, folder, await storedKeys(store, 'wal/'), 'wal/');
      });
      isLevel = true;
      return undefined;
    } catch (error) {
      isLevel = false;
      return error instanceof Error ? error.message : String(error);
    }
  };
  // The first may take longer than the next one waits.
  const inTurn = pLimit(1);
  return async (packed: readonly string[]) => inTurn(copy, packed);
}

/**
 * Fetches what a restore needs into a folder: the newest backup of before a moment, files, and the
 * copy of the cluster before it with the log since. It can be repeated. Answers the backup's name.
 * Throws `StartError` where there is none.
 */
export async function fetchOffsite(
  store: S3Store,
  folder: string,
  before: Date | null,
): Promise<string> {
  const stored = await storedKeys(store);
  const { backups, bases } = completeAmong([...stored.keys()], new Date());
  const isBefore = (name: string) => before === null || momentOf(name) <= before;
  const backup = backups.findLast(isBefore);
  const base = bases.findLast(isBefore);
  if (backup === undefined)
    throw new StartError(
      `The BACKUP_URL bucket has no complete backup${before ? ` from before ${before.toISOString()}` : ''}.`,
    );
  const path = join(folder, backup);
  const isThere = existsSync(path);
  const logSince = base === undefined ? Infinity : momentOf(base).getTime() - dayMs;
  const isWanted = ([key, at]: readonly [string, Date]) =>
    key.startsWith('files/') ||
    key.startsWith(`secrets/${backup}`) ||
    (key.startsWith(backup) && !isThere) ||
    (key.startsWith('wal/') && at.getTime() >= logSince) ||
    (base !== undefined && key.startsWith(`base/${base}`));
  // Under this name it is no backup, however far the copy gets.
  const draft = `${backup}.partial`;
  await inOrder(
    [...stored].filter(isWanted).map(([key]) => key),
    async (key) => {
      const place = key.startsWith(backup) ? key.replace(backup, draft) : key;
      await fetchObject(store, key, join(folder, place), stored.get(key) ?? new Date());
    },
  );
  if (!isThere) await rename(join(folder, draft), path);
  return backup;
}

/** A fetched file is as old as in the bucket, so that it isn't copied there again. */
async function fetchObject(store: S3Store, key: string, path: string, at: Date): Promise<void> {
  if (existsSync(path)) return;
  const source = await store.open(key);
  if (!source) throw new StartError(`${key} is no longer in the BACKUP_URL bucket.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(source, createWriteStream(`${path}.partial`, { mode: 0o600, flush: true }));
  await utimes(`${path}.partial`, at, at);
  await rename(`${path}.partial`, path);
}
