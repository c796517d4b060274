import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { capitalised } from '#contract/sentences.ts';
import { knownAdvice, toMigrate } from '#server/process/advice.ts';
import { log } from '#server/process/log.ts';
import { type Release, thisRelease } from '#server/process/release.ts';
import { StartError } from '#server/process/start-error.ts';
import { applyMigration, inTransaction, isLocked, reasonOf } from './apply-migration.ts';
import { carryOver, isOfOlderVersion } from './carry-over.ts';
import { auditorFault, grantRights, grantRules, mayMakeTables, noSuchAuditor } from './grants.ts';
import { type Applied, digest, type Migration, migrationsIn, pending } from './migration-files.ts';
import { installQueues, jobSchema, type QueueDefinition } from './queues.ts';
import { isLeftAlone, newestRelease, recordRelease } from './releases.ts';
import { requirePostgres } from './server-version.ts';
import { noteSecret, type Secrets, whyNotThisSecret } from './shared-secret.ts';
import { continueTransactionNumbers } from './transaction-numbers.ts';

/** The row that says for which migrations, queues and rules the rights were last given. */
const rightsRow = 'queues and rights';

/** Key of the advisory lock that makes two migrating processes take turns. Any number would do. */
const lockKey = 4_400_001;

export interface MigrateOptions {
  /** Made or brought up to date in the schema `pgboss`. */
  readonly queues?: readonly QueueDefinition[];
  /** A folder with `schema` and `migrations` in place of this one. */
  readonly folder?: string;
  /**
   * Only these files are applied: the shape of an older version, to which nobody but the owner has
   * rights.
   */
  readonly only?: readonly Applied[];
  /** In place of this version. */
  readonly release?: Release;
  /** The role that walks the trail, where it isn't the application's. */
  readonly auditRole?: string | undefined;
  /** Years after which people are forgotten, which the owner notes; null for never. */
  readonly keepPersonsYears?: number | null;
  /** By which servers of one database know each other: the owner notes the newest. */
  readonly secrets?: Secrets | undefined;
  /** True if another secret than the noted one takes its place. */
  readonly takesNewSecret?: boolean;
  /** A reason to leave the database of an older version as it is. Not set: there is none. */
  readonly whyNotCarriedOver?: () => Promise<string | undefined>;
  /** Milliseconds for which a migration is tried again while others hold what it changes. */
  readonly patienceMs?: number;
}

/**
 * Brings the database to this version's shape: the schema and migrations, then jobs and queues, then
 * the rights of the application's role, which `appUrl` names. Each migration has a transaction of its
 * own, but for those that say otherwise. Does nothing when nothing is to be done; processes that
 * start at once wait for one another. With one role for both addresses there is nobody to restrict:
 * the application alone protects the audit trail then. The database of a newer version that this one
 * runs beside is left as it is. Throws `StartError` with one sentence.
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string,
  options: MigrateOptions = {},
): Promise<void> {
  const { folder, only, queues = [], auditRole, secrets } = options;
  const { patienceMs = 120_000, release = thisRelease } = options;
  const migrations = migrationsIn(folder).filter(
    ({ name }) => only === undefined || only.some((file) => file.name === name),
  );
  const appRole = roleOf(appUrl);
  const rights = rightsOf(migrations, queues, appRole, auditRole);
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'hanya migrate' });
  try {
    await owner.connect();
    await requirePostgres(owner);
    await owner.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const ask = async (query: string) => (await owner.query<Record<string, unknown>>(query)).rows;
    const auditor =
      auditRole === undefined || auditRole === appRole
        ? () => Promise.resolve(undefined)
        : () => auditorFault(ask, auditRole, appRole);
    if (auditRole !== undefined && (await auditor()) === 'there is no such role')
      throw new StartError(noSuchAuditor(auditRole));
    if (secrets && options.takesNewSecret !== true) await requireSecret(owner, secrets);
    const { files: found } = await readApplied(owner);
    if (isLeftAlone(await newestRelease(owner), release, migrations, found)) {
      await continueNumbers(owner);
      if (secrets) await noteSecret(owner, secrets);
      return;
    }
    if (found.some(isOfOlderVersion)) {
      const why = await options.whyNotCarriedOver?.();
      if (why !== undefined) throw new StartError(why);
      await carryOver(owner, found, patienceMs);
    }
    const { files, rights: rightsBefore } = await readApplied(owner);
    for (const migration of pending(migrations, files))
      await applyMigration(owner, migration, patienceMs);
    await continueNumbers(owner);
    if (only === undefined) await recordRelease(owner, release);
    if (secrets) await noteSecret(owner, secrets);
    if (options.keepPersonsYears !== undefined)
      await owner.query(
        `UPDATE installation SET keep_persons_years = $1
         WHERE keep_persons_years IS DISTINCT FROM $1`,
        [options.keepPersonsYears],
      );
    const areKept =
      appRole === roleOf(ownerUrl) ||
      (!(await mayMakeTables(owner, appRole)) && (await auditor()) === undefined);
    if (rightsBefore === rights && areKept) return;
    await installQueues(ownerUrl, queues);
    // Rights name columns that later migrations add.
    if (only !== undefined) return;
    await inTransaction(owner, async () => {
      if (appRole !== roleOf(ownerUrl)) await grantRights(owner, appRole, auditRole);
      await owner.query(
        `INSERT INTO migrations (name, checksum) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
        [rightsRow, rights],
      );
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const known = isLocked(error) ? undefined : knownAdvice(error, 'PostgreSQL');
    const words = known ?? `The database cannot be prepared: ${reasonOf(error)}.`;
    throw new StartError(words, { cause: error });
  } finally {
    await owner.end();
  }
}

/**
 * Throws `StartError` unless the database has this version's shape, which somebody else gives it. Asks
 * as the application's role, which may read what was applied.
 */
export async function requireMigrated(appUrl: string, options: MigrateOptions = {}): Promise<void> {
  const app = new pg.Client({ connectionString: appUrl, application_name: 'hanya' });
  try {
    await app.connect();
    await requirePostgres(app);
    const { rows } = await app.query<Applied>(
      `SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"`,
    );
    // Older databases have no table of releases.
    const known = await app.query<{ known: boolean }>(
      `SELECT to_regclass('releases') IS NOT NULL AS known`,
    );
    const newest = known.rows[0]?.known === true ? await newestRelease(app) : undefined;
    const why = whyNotMigrated(rows, newest, { ...options, role: roleOf(appUrl) });
    if (why !== undefined) throw new StartError(`${why}. ${howToMigrate}`);
    if (options.secrets) await requireSecret(app, options.secrets);
  } catch (error) {
    const isEmpty = error instanceof pg.DatabaseError && error.code === '42P01';
    if (error instanceof StartError) throw error;
    if (isEmpty) throw new StartError(`The database is empty. ${howToMigrate}`);
    const words =
      knownAdvice(error, 'PostgreSQL') ?? `The database cannot be opened: ${reasonOf(error)}.`;
    throw new StartError(words, { cause: error });
  } finally {
    await app.end().catch(() => undefined);
  }
}

/**
 * Says what the database lacks of this version's shape, given what it has had; undefined where it lacks
 * nothing. Throws `StartError` where this version can't run on it at all.
 */
export function whyNotMigrated(
  applied: readonly Applied[],
  newest: Release | undefined,
  options: Pick<MigrateOptions, 'folder' | 'queues' | 'release' | 'auditRole'> & {
    /** The application's role; undefined where a start gives it its rights. */
    readonly role: string | undefined;
  },
): string | undefined {
  const { folder, queues = [], release = thisRelease, auditRole, role } = options;
  const migrations = migrationsIn(folder);
  if (isLeftAlone(newest, release, migrations, applied)) return undefined;
  const files = applied.filter(({ name }) => name !== rightsRow);
  const missing = pending(migrations, files.some(isOfOlderVersion) ? [] : files);
  if (missing[0])
    return `The database lacks ${missing.length === 1 ? 'a migration' : `${missing.length} migrations`} of this version, beginning with ${missing[0].name}`;
  if (role === undefined) return undefined;
  const rights = applied.find(({ name }) => name === rightsRow)?.checksum;
  return rights === rightsOf(migrations, queues, role, auditRole)
    ? undefined
    : "The database's queues and rights are not those of this version, or belong to a role other than the one in DATABASE_URL";
}

export const howToMigrate = `${capitalised(toMigrate)} first, since MIGRATE is off.`;

async function requireSecret(client: pg.Client, secrets: Secrets): Promise<void> {
  const why = await whyNotThisSecret(client, secrets);
  if (why !== undefined) throw new StartError(why);
}

/** What stands for the rights that were given, and for the queues that were made. */
const rightsOf = (
  migrations: readonly Migration[],
  queues: readonly QueueDefinition[],
  appRole: string,
  auditRole: string | undefined,
): string =>
  digest(
    JSON.stringify([
      migrations.map(({ checksum }) => checksum),
      getConstructionPlans(jobSchema),
      queues,
      grantRules,
      appRole,
      ...(auditRole === undefined ? [] : [auditRole]),
    ]),
  );

/** Mends a database that was read back into another cluster, and says so. */
async function continueNumbers(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ has: boolean }>(
    `SELECT to_regclass('figure_mark') IS NOT NULL AS has`,
  );
  if (!rows[0]?.has) return;
  await inTransaction(owner, async () => {
    if (!(await continueTransactionNumbers(owner))) return;
    log.warn(
      'The database was restored from a copy. Hanya continues its transaction numbers from there, and live streams start again.',
    );
  });
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** What the database has had, and for what its rights were given. */
async function readApplied(
  owner: pg.Client,
): Promise<{ readonly files: readonly Applied[]; readonly rights: string | undefined }> {
  await owner.query(`SET client_min_messages = warning`);
  await owner.query(
    `CREATE TABLE IF NOT EXISTS migrations (
       name text PRIMARY KEY,
       checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     );
     CREATE TABLE IF NOT EXISTS releases (
       version text PRIMARY KEY,
       oldest_beside text NOT NULL,
       migrated_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
  const { rows } = await owner.query<Applied>(
    'SELECT name, checksum FROM migrations ORDER BY name COLLATE "C"',
  );
  return {
    files: rows.filter(({ name }) => name !== rightsRow),
    rights: rows.find(({ name }) => name === rightsRow)?.checksum,
  };
}
