import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '#server/config/config.ts';
import { type FileStore, openFileStore } from '#server/gateways/file-store.ts';
import { hasCode } from '#server/process/data-folder.ts';
import { thisRelease } from '#server/process/release.ts';
import { StartError } from '#server/process/start-error.ts';
import {
  type Backup,
  filesOf,
  flushFolder,
  hashOfText,
  type Manifest,
  measure,
  nameOf,
  secretsOf,
  sweepPartial,
  writeBackup,
  writeWhole,
} from './backup-folder.ts';
import { withoutSecrets } from './configuration.ts';
import { keptTables, plainText, writeRows } from './table-rows.ts';

/** Held while a backup is taken: two at once would sweep each other's drafts away. */
const lockKey = 4_400_003;

export interface Taken {
  readonly backup: Backup;
  readonly manifest: Manifest;
  /** The folder of the secrets. */
  readonly secrets: string;
}

/**
 * Takes a backup of the database, its files and the configuration into a folder, beside a running
 * server or without one. All rows are of one moment. It is let go before the files are copied: a
 * database that must keep a moment can't tidy up. Throws `StartError`, and leaves nothing that
 * looks like a backup, when it can't be completed.
 */
export async function takeBackup(
  config: Pick<Config, 'dataDir' | 'files'>,
  databaseUrl: string,
  folder: string,
): Promise<Taken> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hanya backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  const store = await openFileStore(config);
  try {
    await mkdir(filesOf(folder), { recursive: true, mode: 0o700 });
    await mkdir(secretsOf(folder), { recursive: true, mode: 0o700 });
    await client.connect();
    return await takeWith(client, store, config.dataDir, folder);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`No backup was taken: ${reason}.`, { cause: error });
  } finally {
    store.close();
    await client.end();
  }
}

async function takeWith(
  client: pg.Client,
  store: FileStore,
  dataDir: string,
  folder: string,
): Promise<Taken> {
  // Both are read before the rows, so that the backup holds at least what they say.
  const begun = await client.query<{ at: Date; position: string; postgres: string }>(
    `select clock_timestamp() as at, pg_current_wal_insert_lsn() as position,
       current_setting('server_version') as postgres`,
  );
  const [{ at: takenAt, position, postgres } = { at: new Date(), position: '', postgres: '' }] =
    begun.rows;
  const lock = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    lockKey,
  ]);
  if (!lock.rows[0]?.free) throw new StartError('Another backup is being taken at this moment.');
  await sweepPartial(folder);
  const name = nameOf(takenAt);
  const written = await writeBackup(folder, name, async (draft) => {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query(plainText);
    const tables = [];
    for (const table of await keptTables(client)) {
      tables.push(await writeRows(client, table, draft));
    }
    const list = join(draft, 'files.list');
    await listFiles(client, list);
    const configuration = JSON.stringify(withoutSecrets(process.env), null, 2);
    await writeWhole(join(draft, 'configuration.json'), configuration);
    const migrations = await client.query<{ name: string; checksum: string }>(
      `select name, checksum from migrations where name like '%.sql' order by name collate "C"`,
    );
    const installation = await client.query<{ epoch: string }>('select epoch from installation');
    await client.query('commit');
    const files = await keepFiles(client, store, folder, list);
    await rm(list);
    return {
      format: 1,
      hanya: thisRelease.version,
      postgres,
      takenAt: takenAt.toISOString(),
      position,
      epoch: installation.rows[0]?.epoch ?? '',
      migrations: migrations.rows,
      tables,
      files,
      configurationSha256: hashOfText(configuration),
    };
  });
  const secrets = join(secretsOf(folder), `${name}.json`);
  await writeWhole(secrets, JSON.stringify(secretsIn(dataDir), null, 2));
  return { ...written, secrets };
}

interface FileRow {
  readonly id: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes which files the rows name, a line for each. */
async function listFiles(client: pg.Client, path: string): Promise<void> {
  const rows = client.query(
    copyTo('copy (select id, bytes, sha256 from files order by id) to stdout'),
  );
  await pipeline(rows, createWriteStream(path, { mode: 0o600 }));
}

/** The same, read back a thousand at a time. */
async function* listedFiles(path: string): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [id = '', bytes, sha256 = ''] = line.split('\t');
    rows.push({ id, bytes: Number(bytes), sha256 });
    if (rows.length < 1000) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/**
 * Copies the files of a list that the folder doesn't have yet, each checked against its hash. A
 * missing or damaged one is named and doesn't hold up the rest. `gone` are those whose row was
 * removed since the list was made.
 */
async function keepFiles(
  client: pg.Client,
  store: FileStore,
  folder: string,
  list: string,
): Promise<Manifest['files']> {
  const damaged: string[] = [];
  let count = 0;
  let bytes = 0;
  for await (const rows of listedFiles(list)) {
    await pLimit(4).map(rows, async (file) => {
      if (!(await keepFile(store, folder, file))) damaged.push(file.id);
    });
    for (const file of rows) bytes += file.bytes;
    count += rows.length;
  }
  await flushFolder(filesOf(folder));
  const { rows: there } = await client.query<{ id: string }>(
    'select id from files where id = any($1)',
    [damaged],
  );
  const kept = new Set(there.map(({ id }) => id));
  const gone = damaged.filter((id) => !kept.has(id));
  return { count, bytes, damaged: damaged.sort(), gone: gone.sort() };
}

async function keepFile(store: FileStore, folder: string, file: FileRow): Promise<boolean> {
  const path = join(filesOf(folder), file.id);
  if ((await sizeOf(path)) === file.bytes) return true;
  const source = await store.open(file.id);
  if (!source) return false;
  const draft = `${path}.partial`;
  const read = measure();
  try {
    await pipeline(source, read.stream, createWriteStream(draft, { mode: 0o600, flush: true }));
    if (read.hash.digest('hex') !== file.sha256) return false;
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The secrets that Hanya made itself; settings are the operator's to keep. */
function secretsIn(dataDir: string): Record<string, string> {
  return Object.fromEntries(
    ['jwt-secret', 'database-passwords.json'].flatMap((name) => {
      const path = join(dataDir, name);
      return existsSync(path) ? [[name, readFileSync(path, 'utf8').trim()]] : [];
    }),
  );
}
