import {
  createReadStream,
  createWriteStream,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
} from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '#server/config/config.ts';
import { walOf } from '#server/db/embedded/archive.ts';
import { addresses, storedPasswords } from '#server/db/embedded/embedded.ts';
import { type Home, openHome } from '#server/db/embedded/home.ts';
import { runPostmaster, runProgram, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { openFileStore } from '#server/gateways/file-store.ts';
import { type Decryption, decryptionWith, storedAt } from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';
import { type Base, basesIn, isNeeded } from './archive.ts';
import { hashOfFile, readStored } from './backup-folder.ts';
import { putBack } from './kept-files.ts';
import { settleRestored } from './restore.ts';
import { untar } from './untar.ts';

export interface WentBack {
  /** The last change that is there. */
  readonly lastChange: Date | null;
  /** Pictures and videos that the records name and the folder of backups doesn't have. */
  readonly missing: readonly string[];
}

/**
 * Brings the embedded database of an empty data folder to its state at a moment, or at the end of
 * its log. It gets its name when everything is done: an interrupted run leaves an empty
 * installation and can be repeated. The caller holds the data folder's lock. Throws `StartError`.
 */
export async function goBackTo(
  config: Pick<Config, 'dataDir' | 'files' | 'databaseMemoryMb' | 'backupIdentityFile'>,
  folder: string,
  moment: Date | null,
): Promise<WentBack> {
  const home = openHome(config.dataDir);
  if (existsSync(home.cluster))
    throw new StartError(
      `There is already a database in ${home.folder}. Set DATA_DIR to an empty folder.`,
    );
  const decrypt = decryptionWith(config.backupIdentityFile);
  const base = await baseFor(folder, moment);
  const draft: Home = {
    ...home,
    cluster: join(home.folder, 'cluster.restored'),
    ...(config.databaseMemoryMb !== undefined && { memoryMb: config.databaseMemoryMb }),
  };
  await stopPostmaster(draft);
  await rm(draft.cluster, { recursive: true, force: true });
  await unpack(base, draft, decrypt);
  await provideLog(folder, base, draft, moment, decrypt);
  await replay(draft, folder);
  const passwords = storedPasswords(config.dataDir);
  // An old password opens nothing in this database.
  const roles = { postgres: 'admin', hanya_owner: 'owner', hanya_app: 'app' } as const;
  const statements = Object.entries(roles).map(
    ([role, key]) => `ALTER ROLE ${role} PASSWORD '${passwords[key]}'\n`,
  );
  await runProgram(
    draft,
    'postgres',
    ['--single', '-D', draft.cluster, 'postgres'],
    statements.join(''),
  );
  const port = await runPostmaster(draft);
  try {
    const went = await settle(config, folder, addresses(port, passwords).ownerUrl, decrypt);
    await stopPostmaster(draft);
    await rename(draft.cluster, home.cluster);
    return went;
  } finally {
    await stopPostmaster(draft);
  }
}

/** The newest copy of the cluster from before the moment. */
async function baseFor(folder: string, moment: Date | null): Promise<Base> {
  const bases = await basesIn(folder);
  const base = bases.findLast(({ finishedAt }) => !moment || new Date(finishedAt) <= moment);
  if (base) return base;
  const [first] = bases;
  throw new StartError(
    first
      ? `The earliest moment that you can restore is ${first.finishedAt}.`
      : `There is no copy of a cluster in ${folder}. Restore a backup without --to.`,
  );
}

const contents = z.object({
  Files: z.array(
    z.union([
      z.object({ Path: z.string(), Checksum: z.string() }),
      z.object({ 'Encoded-Path': z.string(), Checksum: z.string() }),
    ]),
  ),
});

async function unpack(base: Base, draft: Home, decrypt: Decryption): Promise<void> {
  const tar = storedAt(join(base.path, 'base.tar'));
  if ((await hashOfFile(tar).catch(() => undefined)) !== base.tarSha256)
    throw new StartError(`${tar} is missing or damaged.`);
  await mkdir(draft.cluster, { recursive: true, mode: 0o700 });
  const complaint = await untar(decrypt(tar)(createReadStream(tar)), draft.cluster);
  if (complaint !== undefined) throw new StartError(`${tar} cannot be unpacked: ${complaint}.`);
  const odd = firstThatIsNoFile(draft.cluster);
  if (odd !== undefined)
    throw new StartError(
      `${tar} was changed after it was written. It contains ${odd}, which is neither a file nor a folder.`,
    );
  const listed = contents.parse(
    JSON.parse(await readStored(storedAt(join(base.path, 'backup_manifest')), decrypt)),
  );
  for (const file of listed.Files) {
    if (!('Path' in file)) continue;
    const path = join(draft.cluster, file.Path);
    if ((await hashOfFile(path).catch(() => undefined)) !== file.Checksum)
      throw new StartError(`${file.Path} in ${tar} is missing or damaged.`);
  }
}

/**
 * Puts the archived log where PostgreSQL looks for it, and says how far to replay it. Earlier
 * settings of a recovery or an archive are overruled.
 */
async function provideLog(
  folder: string,
  base: Base,
  draft: Home,
  moment: Date | null,
  decrypt: Decryption,
): Promise<void> {
  const into = join(draft.cluster, 'pg_wal');
  await mkdir(into, { recursive: true, mode: 0o700 });
  for (const name of (await readdir(walOf(folder))).sort()) {
    const [piece = '', ending = ''] = name.split(/(?=\.gz)/);
    if (!piece.endsWith('.history') && !isNeeded(name, base)) continue;
    const path = join(walOf(folder), name);
    if (ending === '') await copyFile(path, join(into, name));
    else await unpackPiece(path, join(into, piece), decrypt);
  }
  const lines = [
    // The log is there already; nothing is fetched.
    `restore_command = 'exit 1'`,
    `recovery_target_action = 'promote'`,
    // Other timelines are those of earlier restores: what was given up then stays so.
    `recovery_target_timeline = 'latest'`,
    `archive_mode = 'off'`,
    // The server then counts as ready once all is replayed, and not as soon as it can be read.
    `hot_standby = 'off'`,
    ...(moment
      ? [`recovery_target_time = '${moment.toISOString().replace('T', ' ').replace('Z', '+00')}'`]
      : []),
  ];
  await appendFile(join(draft.cluster, 'postgresql.auto.conf'), `\n${lines.join('\n')}\n`);
  await writeFile(join(draft.cluster, 'recovery.signal'), '', { mode: 0o600 });
  if (draft.runAs) giveAll(draft.cluster, draft.runAs.uid, draft.runAs.gid);
}

async function unpackPiece(path: string, into: string, decrypt: Decryption): Promise<void> {
  try {
    await pipeline(
      createReadStream(path),
      decrypt(path),
      createGunzip(),
      createWriteStream(into, { mode: 0o600 }),
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} is damaged.`, { cause: error });
  }
}

/** The first link, device or the like below a folder: a copy of a cluster has none. */
export function firstThatIsNoFile(folder: string): string | undefined {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    if (found.isDirectory()) {
      const within = firstThatIsNoFile(path);
      if (within !== undefined) return within;
    } else if (!found.isFile() || found.nlink > 1) return path;
  }
  return undefined;
}

function giveAll(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAll(join(path, name), uid, gid);
}

async function replay(draft: Home, folder: string): Promise<void> {
  try {
    await runPostmaster(draft);
  } catch (error) {
    const said = await lastWords(draft);
    if (said.includes('before configured recovery target'))
      throw new StartError(
        `The log in ${walOf(folder)} ends before that moment. Use an earlier moment, or --to latest.`,
        { cause: error },
      );
    throw error;
  } finally {
    await stopPostmaster(draft);
  }
  const path = join(draft.cluster, 'postgresql.auto.conf');
  const lines = (await readFile(path, 'utf8')).split('\n');
  const lasting = lines.filter(
    (line) => !/^(restore_command|recovery_|archive_mode|hot_standby)/.test(line),
  );
  await writeFile(path, lasting.join('\n'));
}

async function lastWords({ logs }: Home): Promise<string> {
  const names = await readdir(logs);
  const texts = names.map(async (name) => readFile(join(logs, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

async function settle(
  config: Pick<Config, 'dataDir' | 'files'>,
  folder: string,
  ownerUrl: string,
  decrypt: Decryption,
): Promise<WentBack> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'hanya restore' });
  const store = await openFileStore(config);
  try {
    await owner.connect();
    const { rows } = await owner.query<{ last: Date | null }>('select max(at) as last from audit');
    const missing: string[] = [];
    const files = await owner.query<{ id: string; sha256: string; type: string }>(
      'select id, sha256, content_type as type from files order by id',
    );
    for (const file of files.rows) {
      if ((await putBack(store, folder, file, decrypt)) !== undefined) missing.push(file.id);
    }
    await owner.query('begin');
    await settleRestored(owner);
    await owner.query('commit');
    return { lastChange: rows[0]?.last ?? null, missing };
  } finally {
    store.close();
    await owner.end();
  }
}
