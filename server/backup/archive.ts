import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';
import { basesOf, isPiece, walOf } from '#server/db/embedded/archive.ts';
import { readLogPosition } from '#server/db/reading/positions.ts';
import { flushFolder } from '#server/process/data-folder.ts';
import { type Encryption, encryptionTo } from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';
import { isFromFuture, nameOf, writeStored, writeWhole } from './backup-folder.ts';

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

/** The copies that are complete, the oldest first, without those from the future. */
export async function basesIn(folder: string, now = new Date()): Promise<Base[]> {
  const root = basesOf(folder);
  const names = await readdir(root).catch(() => []);
  const bases: Base[] = [];
  for (const name of names.filter((known) => !known.endsWith('.partial')).sort()) {
    const path = join(root, name);
    const text = await readFile(join(path, recordName), 'utf8').catch(() => undefined);
    if (text !== undefined) bases.push({ path, ...baseSchema.parse(JSON.parse(text)) });
  }
  return bases.filter(({ finishedAt }) => !isFromFuture(new Date(finishedAt), now));
}

/**
 * Copies the cluster while it runs, encrypted if there are recipients. `adminUrl` is its
 * superuser's.
 */
export async function takeBase(
  adminUrl: string,
  folder: string,
  recipients?: readonly string[],
): Promise<Base> {
  const path = join(basesOf(folder), nameOf(new Date()));
  const draft = `${path}.partial`;
  // The driver knows it; its types don't.
  const config = { connectionString: adminUrl, replication: 'true' } as pg.ClientConfig;
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    const encryption = await encryptionTo(recipients);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await client.connect();
    const { answer, tarSha256 } = await receiveBase(client, draft, encryption);
    const [begun] = z
      .array(z.object({ rows: z.array(z.looseObject({})) }))
      .parse(answer)
      .flatMap(({ rows }) => rows);
    const { recptr, tli } = z.object({ recptr: z.string(), tli: z.string() }).parse(begun);
    const base = {
      from: recptr,
      timeline: Number(tli),
      finishedAt: new Date().toISOString(),
      tarSha256,
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

/**
 * Writes what PostgreSQL sends: the tar of the cluster, then its manifest. Each message begins with
 * a letter that says what it is.
 */
async function receiveBase(
  client: pg.Client,
  draft: string,
  encryption: Encryption,
): Promise<{ readonly answer: unknown; readonly tarSha256: string }> {
  const { stream } = client.connection;
  const tar = new PassThrough();
  const manifest = new PassThrough();
  let into = tar;
  client.connection.on('copyData', ({ chunk }: { readonly chunk: Buffer }) => {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'm') {
      tar.end();
      into = manifest;
    }
    // The driver uses its buffer again.
    if (kind !== 'd' || into.write(Buffer.from(chunk.subarray(1))) || stream.isPaused()) return;
    stream.pause();
    into.once('drain', () => stream.resume());
  });
  const written = [
    writeStored(tar, join(draft, 'base.tar'), encryption),
    writeStored(manifest, join(draft, 'backup_manifest'), encryption),
  ] as const;
  // PostgreSQL needs to send nothing more once a file can't be written.
  for (const each of written) each.catch(() => stream.destroy());
  const answering = client.query(
    `BASE_BACKUP (LABEL 'hanya', CHECKPOINT 'fast', WAL false, MANIFEST 'yes',
       MANIFEST_CHECKSUMS 'SHA256')`,
  );
  answering.then(
    () => manifest.end(),
    () => {
      tar.destroy();
      manifest.destroy();
    },
  );
  const [answer, tarSha256] = await Promise.all([answering, ...written]);
  return { answer, tarSha256 };
}

/** Removes copies older than so many days, but never the newest, and the log before the oldest. */
export async function keepBases(folder: string, days: number, now: Date): Promise<void> {
  const bases = await basesIn(folder, now);
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

/** True if a file of the log is a piece of it that comes at or after a copy of the cluster. */
export const isNeeded = (name: string, { from }: Pick<Base, 'from'>): boolean =>
  isPiece(name) && name.slice(8, 24) >= pieceOf(from);

/** The part of a piece's name that grows with the log, whatever its timeline: pieces of 16 MB. */
function pieceOf(position: string): string {
  const at = readLogPosition(position) ?? 0n;
  const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(at >> 32n)}${hex((at & 0xffff_ffffn) >> 24n)}`;
}
