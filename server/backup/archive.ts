import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { basesOf, walOf } from '#server/db/embedded/archive.ts';
import { readLogPosition } from '#server/db/reading/positions.ts';
import { StartError } from '#server/process/start-error.ts';
import { flushFolder, hashOfFile, nameOf, writeWhole } from './backup-folder.ts';

const baseSchema = z.object({
  /** The first position of the log that is needed, and its timeline. */
  from: z.string(),
  timeline: z.coerce.number(),
  /** The earliest moment that can be gone back to with it. */
  finishedAt: z.iso.datetime(),
  tarSha256: z.string(),
});

export interface Base extends z.infer<typeof baseSchema> {
  readonly path: string;
}

const recordName = 'hanya.json';

/** The copies that are complete, the oldest first. */
export async function basesIn(folder: string): Promise<Base[]> {
  const root = basesOf(folder);
  const names = await readdir(root).catch(() => []);
  const bases: Base[] = [];
  for (const name of names.filter((known) => !known.endsWith('.partial')).sort()) {
    const path = join(root, name);
    const text = await readFile(join(path, recordName), 'utf8').catch(() => undefined);
    if (text !== undefined) bases.push({ path, ...baseSchema.parse(JSON.parse(text)) });
  }
  return bases;
}

/**
 * Has PostgreSQL copy its cluster while it runs. `adminUrl` is its superuser's: only that one may
 * let the server write files.
 */
export async function takeBase(adminUrl: string, folder: string): Promise<Base> {
  const path = join(basesOf(folder), nameOf(new Date()));
  const draft = `${path}.partial`;
  // The driver knows it; its types don't.
  const config = { connectionString: adminUrl, replication: 'true' } as pg.ClientConfig;
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer: unknown = await client.query(
      `BASE_BACKUP (LABEL 'hanya', TARGET 'server', TARGET_DETAIL ${client.escapeLiteral(draft)},
         CHECKPOINT 'fast', WAL false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    );
    const [begun] = z
      .array(z.object({ rows: z.array(z.looseObject({})) }))
      .parse(answer)
      .flatMap(({ rows }) => rows);
    const { recptr, tli } = z.object({ recptr: z.string(), tli: z.string() }).parse(begun);
    const base = {
      from: recptr,
      timeline: Number(tli),
      finishedAt: new Date().toISOString(),
      tarSha256: await hashOfFile(join(draft, 'base.tar')),
    };
    await writeWhole(join(draft, recordName), JSON.stringify(base));
    await rename(draft, path);
    await flushFolder(basesOf(folder));
    return { path, ...base };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The cluster could not be copied to ${draft}: ${reason}.`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}

/** Removes copies older than so many days, but never the newest, and the log before the oldest. */
export async function keepBases(folder: string, days: number, now: Date): Promise<void> {
  const bases = await basesIn(folder);
  const oldest = now.getTime() - days * 86_400_000;
  const kept = bases.filter(
    (base) => base === bases.at(-1) || Date.parse(base.finishedAt) >= oldest,
  );
  for (const { path } of bases.filter((base) => !kept.includes(base))) {
    await rename(path, `${path}.partial`);
    await rm(`${path}.partial`, { recursive: true, force: true });
  }
  const [first] = kept;
  if (!first) return;
  for (const name of await readdir(walOf(folder))) {
    if (isPiece(name) && !isNeeded(name, first)) await rm(join(walOf(folder), name));
  }
}

/** A piece may be packed. */
const isPiece = (name: string): boolean => /^[0-9A-F]{24}(\.gz)?$/.test(name);

/** Packs the pieces of the log: those that were closed by the minute are nearly empty. */
export async function packLog(folder: string): Promise<void> {
  for (const name of await readdir(walOf(folder))) {
    if (!isPiece(name) || name.endsWith('.gz')) continue;
    const path = join(walOf(folder), name);
    await pipeline(
      createReadStream(path),
      createGzip({ level: 1 }),
      createWriteStream(`${path}.partial`, { mode: 0o600, flush: true }),
    );
    await rename(`${path}.partial`, `${path}.gz`);
    await flushFolder(walOf(folder));
    await rm(path);
  }
}

/** True if a file of the log is a piece of it that comes at or after a copy of the cluster. */
export const isNeeded = (name: string, { from }: Pick<Base, 'from'>): boolean =>
  isPiece(name) && name.slice(8, 24) >= pieceOf(from);

/** The part of a piece's name that grows with the log, whatever its timeline: pieces of 16 MB. */
function pieceOf(position: string): string {
  const at = readLogPosition(position) ?? 0n;
  const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(at >> 32n)}${hex((at & 0xffff_ffffn) >> 24n)}`;
}
