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
import { flushFolder, hasCode, openDataFolder } from '#server/process/data-folder.ts';
import { type Encryption, encryptionTo } from '#server/process/encryption.ts';
import { thisRelease } from '#server/process/release.ts';
import { StartError } from '#server/process/start-error.ts';
import {
  addSums,
  type Backup,
  backupsIn,
  filesOf,
  hashOfFile,
  hashOfText,
  type Manifest,
  measure,
  nameOf,
  secretsOf,
  type Sum,
  sweepPartial,
  writeBackup,
  writeStored,
} from './backup-folder.ts';
import { withoutSecrets } from './configuration.ts';
import { sumsBefore } from './sums.ts';
import { keptTables, plainText, writeRows } from './table-rows.ts';

/** Held while a backup is taken: two at once would sweep each other's drafts away. */
const lockKey = 4_400_003;

export interface Taken {
  readonly backup: Backup;
  readonly manifest: Manifest;
  /** The file with the secrets, where they were written. */
  readonly secrets?: string;
}

type Wanted = Pick<Config, 'dataDir' | 'files' | 'backupRecipients' | 'backupSecrets'>;

/**
 * Takes a backup of the database, its files and the configuration into a folder, beside a running
 * server or without one, encrypted if there are recipients. All rows are of one moment, which is let
 * go before the files are copied: a database that must keep a moment can't tidy up. Throws
 * `StartError`, and leaves nothing that looks like a backup, when it can't be completed.
 */
export async function takeBackup(
  config: Wanted,
  databaseUrl: string,
  folder: string,
): Promise<Taken> {
  const encryption = await encryptionTo(config.backupRecipients);
  const client = openClient(databaseUrl);
  const guard = openClient(databaseUrl);
  const store = await openFileStore(config);
  try {
    await mkdir(filesOf(folder), { recursive: true, mode: 0o700 });
    await client.connect();
    await guard.connect();
    openDataFolder(config.dataDir);
    // It has hashes of pictures, so it lies elsewhere than the backup.
    const list = join(config.dataDir, 'files-to-back-up.list');
    const taken = await takeWith({ client, guard }, store, encryption, folder, list);
    if (!(config.backupSecrets ?? encryption.ending !== '')) return taken;
    const secrets = join(secretsOf(folder), `${taken.backup.name}.json`);
    await mkdir(secretsOf(folder), { recursive: true, mode: 0o700 });
    await writeStored(JSON.stringify(secretsIn(config.dataDir), null, 2), secrets, encryption);
    return { ...taken, secrets: secrets + encryption.ending };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`No backup was taken: ${reason}.`, { cause: error });
  } finally {
    store.close();
    await Promise.all([client.end(), guard.end()]);
  }
}

function openClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'hanya backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  return client;
}

/**
 * Keeps other backups out until its connection ends. A pooler lends a connection for a transaction
 * only, so an open one holds the lock.
 */
async function keepOthersOut(guard: pg.Client): Promise<void> {
  await guard.query('begin; set local idle_in_transaction_session_timeout = 0');
  // A statement with parameters would keep its snapshot until the end.
  const { rows } = await guard.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(${lockKey}) as free`,
  );
  if (!rows[0]?.free) throw new StartError('Another backup is already being taken.');
}

async function takeWith(
  { client, guard }: { readonly client: pg.Client; readonly guard: pg.Client },
  store: FileStore,
  encryption: Encryption,
  folder: string,
  list: string,
): Promise<Taken> {
  // Both are read before the rows, so that the backup holds at least what they say.
  const begun = await client.query<{ at: Date; position: string; postgres: string }>(
    `select clock_timestamp() as at, pg_current_wal_insert_lsn() as position,
       current_setting('server_version') as postgres`,
  );
  const [{ at: takenAt, position, postgres } = { at: new Date(), position: '', postgres: '' }] =
    begun.rows;
  await keepOthersOut(guard);
  await sweepPartial(folder);
  const before = (await backupsIn(folder)).at(-1);
  return writeBackup(folder, nameOf(takenAt), encryption, async (draft) => {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query(plainText);
    const tables = [];
    for (const table of await keptTables(client)) {
      tables.push(await writeRows(client, table, draft, encryption));
    }
    await listFiles(client, list);
    const configuration = JSON.stringify(withoutSecrets(process.env), null, 2);
    const configurationFile = join(draft, 'configuration.json');
    const configurationSum = await writeStored(configuration, configurationFile, encryption);
    const migrations = await client.query<{ name: string; checksum: string }>(
      `select name, checksum from migrations where name like '%.sql' order by name collate "C"`,
    );
    const installation = await client.query<{ epoch: string }>('select epoch from installation');
    await client.query('commit');
    const target = { store, folder, encryption, draft, sumBefore: sumsBefore(before) };
    const files = await keepFiles(client, target, list);
    await rm(list);
    if (encryption.ending !== '')
      await addSums(draft, [
        [`configuration.json${encryption.ending}`, configurationSum],
        ...tables.map(({ file, fileSha256 }) => [file, fileSha256] as const),
      ]);
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

interface Target {
  readonly store: FileStore;
  readonly folder: string;
  readonly encryption: Encryption;
  /** The folder of the backup that is being taken. */
  readonly draft: string;
  readonly sumBefore: (name: string) => Promise<string | undefined>;
}

/**
 * Copies the files of a list that the folder doesn't have yet, each checked against its hash. A
 * missing or damaged one is named and doesn't hold up the rest. `gone` are those whose row was
 * removed since the list was made.
 */
async function keepFiles(
  client: pg.Client,
  target: Target,
  list: string,
): Promise<Manifest['files']> {
  const { folder, encryption, draft, sumBefore } = target;
  const damaged: string[] = [];
  let count = 0;
  let bytes = 0;
  for await (const rows of listedFiles(list)) {
    const kept = await pLimit(4).map(rows, (file) => keepFile(target, file));
    const sums: Sum[] = [];
    for (const [index, { id }] of rows.entries()) {
      const written = kept[index];
      const name = `../files/${id}${encryption.ending}`;
      if (written === undefined) damaged.push(id);
      else if (encryption.ending !== '')
        sums.push([
          name,
          written ?? (await sumBefore(name)) ?? (await hashOfFile(join(draft, name))),
        ]);
    }
    if (encryption.ending !== '') await addSums(draft, sums);
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

/**
 * Answers the hash of what was written, null for a file that lay there already, and undefined for
 * one that the store has not, or damaged.
 */
async function keepFile(
  { store, folder, encryption }: Target,
  file: FileRow,
): Promise<string | null | undefined> {
  const path = join(filesOf(folder), file.id + encryption.ending);
  const size = await sizeOf(path);
  const isThere = encryption.ending === '' ? size === file.bytes : (size ?? 0) > file.bytes;
  if (isThere) return null;
  const source = await store.open(file.id);
  if (!source) return undefined;
  const draft = `${path}.partial`;
  const read = measure();
  const stored = measure();
  try {
    await pipeline(
      source,
      read.stream,
      encryption.pass,
      stored.stream,
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    if (read.hash.digest('hex') !== file.sha256) return undefined;
    await rename(draft, path);
    return stored.hash.digest('hex');
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
