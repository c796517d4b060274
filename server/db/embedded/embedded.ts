import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { Config } from '#server/config/config.ts';
import { storeOnce, unwritable } from '#server/process/data-folder.ts';
import { StartError } from '#server/process/start-error.ts';
import { openArchive, packLog } from './archive.ts';
import { type Home, openHome } from './home.ts';
import {
  keepRunning,
  runPostmaster,
  runProgram,
  stopPostmaster,
  type Watch,
} from './postmaster.ts';

export interface EmbeddedDatabase {
  /** For the application: it can't change tables, nor audit rows. */
  readonly appUrl: string;
  /** For migrations: owns the database `hanya` and may make others and roles. */
  readonly ownerUrl: string;
  /** The superuser's: for copies of the whole cluster. */
  readonly adminUrl: string;
  /**
   * The folder of the database's files: in the data folder, or outside it when root can't lend it.
   */
  readonly folder: string;
  /**
   * Starts it again whenever it ends by itself, until it is stopped. `say` is given a line for
   * whoever runs the server.
   */
  keepRunning(say: (line: string) => void): void;
  stop(): Promise<void>;
}

type EmbeddedOptions = Pick<Config, 'backupDir' | 'backupRecipients' | 'databaseMemoryMb'>;

const passwordFile = 'database-passwords.json';
const passwordsSchema = z.object({ admin: z.string(), owner: z.string(), app: z.string() });

/**
 * Starts PostgreSQL 18 as a process of its own for this data folder, on a free loopback port. The
 * first time it makes cluster, roles and database. A server that outlived its starter is adopted.
 * With `backupDir` its log is copied there. The caller holds the data folder's lock. Throws
 * `StartError` with one sentence.
 */
export async function startEmbedded(
  dataDir: string,
  { backupDir, backupRecipients, databaseMemoryMb }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const found = open(dataDir);
  const home = {
    ...found,
    ...(backupDir !== undefined && {
      archive: openArchive(found, backupDir, backupRecipients !== undefined),
    }),
    ...(databaseMemoryMb !== undefined && { memoryMb: databaseMemoryMb }),
  };
  const passwords = readPasswords(dataDir, home);
  if (!existsSync(home.cluster)) await makeCluster(home, passwords);
  requireSameVersion(home);
  const admin = await connectAdmin(home, passwords.admin);
  try {
    await requireDurability(admin);
    await prepareRoles(admin, passwords);
  } catch (error) {
    await stopPostmaster(home);
    throw cannotOpen(error);
  } finally {
    await admin.end();
  }
  const { port } = admin;
  let watch: Watch | undefined;
  return {
    ...addresses(port, passwords),
    adminUrl: `postgres://postgres:${passwords.admin}@127.0.0.1:${port}/postgres`,
    folder: home.folder,
    keepRunning(say) {
      watch ??= keepRunning(home, port, say);
    },
    async stop() {
      await watch?.stop();
      await stopPostmaster(home);
      // Its last piece came with its end. One that can't be packed now waits for the next start.
      if (backupDir !== undefined && backupRecipients !== undefined)
        await packLog(backupDir, home.folder, backupRecipients).catch(() => undefined);
    },
  };
}

/** The addresses at which the product's own roles find their database. */
export function addresses(port: number, { owner, app }: Passwords) {
  const url = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/hanya`;
  return { appUrl: url('hanya_app', app), ownerUrl: url('hanya_owner', owner) };
}

function open(dataDir: string): Home {
  try {
    return openHome(dataDir);
  } catch (error) {
    throw error instanceof StartError ? error : unwritable(dataDir, error);
  }
}

function readPasswords(dataDir: string, home: Home): Passwords {
  const path = join(dataDir, passwordFile);
  if (existsSync(home.cluster) && !existsSync(path)) {
    throw new StartError(
      `${path} is missing, so the database in ${home.folder} cannot be opened. Put the file back.`,
    );
  }
  return storedPasswords(dataDir);
}

/** The passwords of a data folder, made at the first call. */
export function storedPasswords(dataDir: string): Passwords {
  const path = join(dataDir, passwordFile);
  const fresh = () => randomBytes(24).toString('base64url');
  const make = () => JSON.stringify({ admin: fresh(), owner: fresh(), app: fresh() });
  const stored = storeOnce(dataDir, passwordFile, make);
  try {
    return passwordsSchema.parse(JSON.parse(stored));
  } catch (error) {
    throw new StartError(`${path} is damaged. Put it back from a copy.`, { cause: error });
  }
}

/**
 * Makes the cluster under another name and renames the complete one: an interrupted start leaves no
 * half-made cluster. Its `initdb` may still be writing, so each start has a name of its own.
 */
async function makeCluster(home: Home, passwords: Passwords): Promise<void> {
  const draft = `${home.cluster}.new-${randomBytes(6).toString('hex')}`;
  const passwordInput = join(home.folder, 'initdb-password');
  removeDrafts(home);
  try {
    rmSync(passwordInput, { force: true });
    // As root, no link is followed that PostgreSQL's user may have left here.
    writeFileSync(passwordInput, passwords.admin, { mode: 0o600, flag: 'wx' });
    if (home.runAs) lchownSync(passwordInput, home.runAs.uid, home.runAs.gid);
    await runProgram(home, 'initdb', [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordInput}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    renameSync(draft, home.cluster);
  } finally {
    rmSync(passwordInput, { force: true });
  }
}

function removeDrafts(home: Home): void {
  for (const name of readdirSync(home.folder)) {
    if (!name.startsWith(`${basename(home.cluster)}.new`)) continue;
    try {
      rmSync(join(home.folder, name), { recursive: true, force: true });
    } catch {
      // Somebody is writing there: the next one removes it.
    }
  }
}

function requireSameVersion(home: Home): void {
  const made = readFileSync(join(home.cluster, 'PG_VERSION'), 'utf8').trim();
  if (made === home.version.split('.')[0]) return;
  throw new StartError(
    `The database in ${home.folder} was made by PostgreSQL ${made}, but this is PostgreSQL ${home.version}. Restore a backup of it into another DATA_DIR (docs/recovery.md), or start the version of Hanya that made it.`,
  );
}

/**
 * Starts or adopts a server and connects to it; tries again when the server it found was just
 * shutting down.
 */
async function connectAdmin(home: Home, password: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await runPostmaster(home);
    const admin = new pg.Client({
      host: '127.0.0.1',
      port,
      database: 'postgres',
      user: 'postgres',
      password,
    });
    // Without a listener, a lost connection would end the process; with one, only the query fails.
    admin.on('error', () => undefined);
    try {
      await admin.connect();
      return admin;
    } catch (error) {
      if (attempt < 3 && !(error instanceof pg.DatabaseError)) {
        await sleep(200);
        continue;
      }
      await stopPostmaster(home);
      throw cannotOpen(error);
    }
  }
}

function cannotOpen(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `The database cannot be opened with the passwords in ${passwordFile} in the data folder: ${reason}.`,
    { cause: error },
  );
}

interface Passwords {
  /** PostgreSQL's superuser: makes roles and database, nothing else. */
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
}

/** Makes the two roles and the database where they are missing. */
async function prepareRoles(admin: pg.Client, passwords: Passwords): Promise<void> {
  const { rows } = await admin.query<{ owner: boolean; app: boolean; database: boolean }>(`
    SELECT to_regrole('hanya_owner') IS NOT NULL AS owner,
           to_regrole('hanya_app') IS NOT NULL AS app,
           EXISTS (SELECT FROM pg_database WHERE datname = 'hanya') AS database`);
  const [has] = rows;
  if (!has?.owner) {
    const password = admin.escapeLiteral(passwords.owner);
    await admin.query(`CREATE ROLE hanya_owner LOGIN CREATEDB CREATEROLE PASSWORD ${password}`);
  }
  if (!has?.app) {
    const password = admin.escapeLiteral(passwords.app);
    await admin.query(`CREATE ROLE hanya_app LOGIN PASSWORD ${password}`);
  }
  if (!has?.database) await admin.query('CREATE DATABASE hanya OWNER hanya_owner');
}

/** Throws `StartError` unless a committed change survives a power cut. */
async function requireDurability(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string; setting: string }>(`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting <> 'on'`);
  const [loose] = rows;
  if (!loose) return;
  throw new StartError(
    `The database has ${loose.name}=${loose.setting}, so a power cut could lose bookings. Set it to on in postgresql.conf or postgresql.auto.conf.`,
  );
}
