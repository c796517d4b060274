import { whyNoFreshBackup } from '../backup/nightly.ts';
import type { Config } from '../config/config.ts';
import { closeDatabase, type Database, openDatabase } from '../db/database.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate, requireMigrated } from '../db/migrate.ts';
import { sharedSecrets } from '../db/shared-secret.ts';
import { queues } from '../queues.ts';
import { AlreadyRunning, takeLock } from './lock.ts';

export interface DatabaseUrls {
  readonly appUrl: string;
  readonly ownerUrl: string;
}

/** Gives the database this version's shape and rights, or throws `StartError` where somebody else does. */
export function prepareDatabase(
  config: Pick<
    Config,
    | 'migrates'
    | 'keepPersonsYears'
    | 'auditRole'
    | 'demo'
    | 'backupDir'
    | 'carriesOver'
    | 'databaseUrl'
    | 'jwtSecret'
    | 'jwtSecretPrevious'
  >,
  { appUrl, ownerUrl }: DatabaseUrls,
): Promise<void> {
  const { migrates, keepPersonsYears = null, auditRole } = config;
  const secrets = sharedSecrets(config);
  return migrates
    ? migrate(ownerUrl, appUrl, {
        queues,
        keepPersonsYears,
        auditRole,
        secrets,
        whyNotCarriedOver: () => whyNotCarriedOver(config),
      })
    : requireMigrated(appUrl, { queues, auditRole, secrets });
}

/** There is no way back from a database that was carried over, but by a backup from before it. */
export async function whyNotCarriedOver(
  config: Pick<Config, 'demo' | 'backupDir' | 'carriesOver'>,
): Promise<string | undefined> {
  if (config.demo || config.carriesOver) return undefined;
  const found = await whyNoFreshBackup(config);
  return found === undefined
    ? undefined
    : `The database is from an older version of Hanya. Once this version has changed the database, the older version cannot open it. ${found}. Take a backup with the older version first, with BACKUP_DIR set, or start with CARRY_OVER=without-backup.`;
}

/**
 * Works on the database of an installation from beside it: on that of a running server, which goes
 * on, or on the embedded one, started for this work. `as` names the command to anybody who starts
 * the server meanwhile. `prepare` is left out beside a server, which has done it.
 */
export async function withDatabase<T>(
  config: Config,
  as: string,
  work: (db: Database) => Promise<T>,
  prepare: (urls: DatabaseUrls) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  const lock = config.databaseUrl === undefined ? lockUnlessRunning(config.dataDir, as) : null;
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataDir, config) : null;
  const appUrl = config.databaseUrl ?? embedded?.appUrl ?? '';
  const ownerUrl = config.databaseOwnerUrl ?? embedded?.ownerUrl ?? appUrl;
  const db = openDatabase(appUrl);
  try {
    if (lock || !embedded) await prepare({ appUrl, ownerUrl });
    return await work(db);
  } finally {
    await closeDatabase(db);
    if (lock) {
      await embedded?.stop();
      lock.release();
    }
  }
}

/** Null while a server runs on this folder: its database is used, and left running. */
function lockUnlessRunning(dataDir: string, as: string) {
  try {
    return takeLock(dataDir, as);
  } catch (error) {
    if (error instanceof AlreadyRunning) return null;
    throw error;
  }
}
