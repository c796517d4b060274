import { sql } from 'kysely';
import type { Look } from '#contract/operations.ts';
import { backupTroubles } from '../backup/nightly.ts';
import type { Config } from '../config/config.ts';
import { closeDatabase, type Database } from '../db/database.ts';
import { auditorFault, noSuchAuditor } from '../db/grants.ts';
import { howToMigrate, whyNotMigrated } from '../db/migrate.ts';
import type { Applied } from '../db/migration-files.ts';
import { newestOf } from '../db/releases.ts';
import { whyNotThisPostgres } from '../db/server-version.ts';
import { anotherSecret, notedSecret, sharedSecrets, whichIsNoted } from '../db/shared-secret.ts';
import { findTroubles } from '../features/alarms/queries.ts';
import { rootTroubles } from '../features/audit/nightly.ts';
import { queues } from '../queues.ts';
import { toMigrate } from './advice.ts';
import { doubtful, well, wrong } from './look.ts';
import type { Release } from './release.ts';
import { StartError } from './start-error.ts';

/** Seconds and bytes by which a replica is behind the primary. */
export interface Behind {
  readonly isReplica: boolean;
  readonly bytes: number;
  readonly seconds: number;
}

export async function replica(
  { databaseReadUrl }: Config,
  db: Database,
  openReplica: (url: string) => Database,
): Promise<Look[]> {
  if (databaseReadUrl === undefined) return [];
  const written = await sql<{ at: string }>`
    select case when pg_is_in_recovery() then null else pg_current_wal_lsn()::text end as at`.execute(
    db,
  );
  const reading = openReplica(databaseReadUrl);
  try {
    const { rows } = await sql<Behind>`
      select pg_is_in_recovery() as "isReplica",
        coalesce(pg_wal_lsn_diff(${written.rows[0]?.at ?? null}::pg_lsn,
                                 pg_last_wal_replay_lsn()), 0)::float8 as bytes,
        coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8
          as seconds`.execute(reading);
    return rows[0] ? [standingOf(rows[0])] : [];
  } finally {
    await closeDatabase(reading);
  }
}

function standingOf({ isReplica, bytes, seconds }: Behind): Look {
  if (!isReplica)
    return wrong(
      'Replica',
      'DATABASE_READ_URL names a database that is not a replica. Name the replica of DATABASE_URL, or leave DATABASE_READ_URL out, and restart Hanya.',
    );
  // What has nothing to replay is as old as the last change.
  return bytes > 0 && seconds > 10
    ? wrong(
        'Replica',
        `The replica is ${Math.floor(seconds)} s behind. On its machine, run runuser -u postgres -- psql -c 'select pg_wal_replay_resume()'. If the replica stays behind, check that its disk has room and its network works.`,
      )
    : well('Replica', 'The replica is running and up to date.');
}

interface Standing {
  readonly is_superuser: boolean;
  readonly role: string;
  readonly version: number;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly may_change_trail: boolean;
  readonly may_make_tables: boolean;
  readonly migrated: string | null;
}

export async function database(config: Config, db: Database): Promise<Look[]> {
  const why = await whyNotThisPostgres(async (text) => (await sql.raw(text).execute(db)).rows);
  if (why !== undefined) return [wrong('Database', why)];
  if (!(await isMigrated(db)))
    return [
      config.migrates
        ? doubtful(
            'Database',
            'The database is running and empty. Hanya will fill the database when the server first starts.',
          )
        : wrong('Database', `The database is empty. ${howToMigrate}`),
    ];
  const { rows } = await sql<Standing>`
    select current_setting('server_version_num')::integer as version,
      current_user as role,
      coalesce((select rolsuper from pg_roles where rolname = current_user), false)
        as is_superuser,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      has_table_privilege('audit', 'update') or has_table_privilege('audit_seals', 'insert')
        as may_change_trail,
      has_database_privilege(current_database(), 'temporary') as may_make_tables,
      (select name from migrations where name like '%.sql'
       order by applied_at desc, name desc limit 1) as migrated`.execute(db);
  const [standing] = rows;
  if (!standing) return [];
  const what = 'Database';
  const { version, fsync, full_page_writes, synchronous_commit } = standing;
  const findings: Look[] = [await shape(config, db, standing.role)].map(
    (found) =>
      found ??
      well(
        what,
        `PostgreSQL ${Math.floor(version / 10_000)} is running. Its last migration is ${standing.migrated ?? 'unknown'}.`,
      ),
  );
  if (fsync !== 'on' || full_page_writes !== 'on' || synchronous_commit === 'off') {
    findings.push(
      wrong(
        what,
        'fsync, full_page_writes or synchronous_commit is off, so a power cut would lose bookings that Hanya had confirmed. Set all three to on in postgresql.conf, then run systemctl reload postgresql.',
      ),
    );
  }
  if (!config.demo && standing.is_superuser) {
    findings.push(
      wrong(
        what,
        'The role of DATABASE_URL is a superuser, so no permission can limit it. Create roles with deploy/roles.sh, and name hanya_app in DATABASE_URL.',
      ),
    );
  } else if (!config.demo && (standing.may_change_trail || standing.may_make_tables)) {
    findings.push(
      wrong(
        what,
        `The role of DATABASE_URL can change the audit trail or create tables. Name hanya_app in DATABASE_URL, and ${toMigrate}.`,
      ),
    );
  }
  return findings;
}

/** What a start of the server would refuse, or still has to do; undefined where there is nothing. */
async function shape(
  { auditRole, migrates }: Config,
  db: Database,
  ownRole: string,
): Promise<Look | undefined> {
  const what = 'Database';
  const applied = await sql<Applied>`
    select name, checksum from migrations order by name collate "C"`.execute(db);
  const releases = await sql<Release>`
    select version, oldest_beside as "oldestBeside" from releases`.execute(db);
  const role = migrates ? undefined : ownRole;
  try {
    const why = whyNotMigrated(applied.rows, newestOf(releases.rows), { queues, auditRole, role });
    if (why === undefined) return undefined;
    return migrates
      ? doubtful(what, `${why}. Hanya will correct this when the server next starts.`)
      : wrong(what, `${why}. ${howToMigrate}`);
  } catch (error) {
    if (error instanceof StartError) return wrong(what, error.message);
    throw error;
  }
}

async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.alarms') is not null as known`.execute(db);
  return rows[0]?.known === true;
}

const setClock =
  'Find the wrong clock with timedatectl, and set it there (systemctl restart systemd-timesyncd)';

export async function clock(db: Database): Promise<Look[]> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  const apart = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + after) / 2) / 1000;
  const words = `The clocks of this machine and of the database are ${apart.toFixed(1)} s apart`;
  if (apart > 240)
    return [
      wrong(
        'Clock',
        `${words}. If they are more than 300 s apart, Hanya cannot save anything. ${setClock}.`,
      ),
    ];
  return apart > 5 ? [doubtful('Clock', `${words}. ${setClock}.`)] : [well('Clock', `${words}.`)];
}

/** Whether this server and the others of the database have one secret. */
export async function secret(config: Config, db: Database): Promise<Look[]> {
  const secrets = sharedSecrets(config);
  if (!secrets || !(await isMigrated(db))) return [];
  const what = 'Secret';
  const { rows } = await sql.raw<{ noted: string | null }>(notedSecret).execute(db);
  const isNoted = whichIsNoted(rows[0]?.noted ?? null, secrets);
  if (isNoted === 'another') return [wrong(what, anotherSecret)];
  if (isNoted === 'earlier')
    return [
      doubtful(
        what,
        `The database still knows JWT_SECRET_PREVIOUS as its servers’ secret. Once each server has the new JWT_SECRET, ${afterwards(config)}.`,
      ),
    ];
  return isNoted === null
    ? [
        doubtful(
          what,
          `The database does not know its servers’ JWT_SECRET, so nobody would notice a server with another one. To tell the database, ${afterwards(config)}.`,
        ),
      ]
    : [well(what, 'This server has the same JWT_SECRET as the database’s other servers.')];
}

const afterwards = ({ migrates }: Config): string =>
  migrates ? 'run systemctl restart hanya' : toMigrate;

/** Hours without a walk after which somebody looks why. */
const walkHours = 36;

/** The role that walks the trail, its rights, and whether it walks. */
export async function auditor({ auditRole }: Config, db: Database): Promise<Look[]> {
  if (auditRole === undefined || !(await isMigrated(db))) return [];
  const what = 'Auditor';
  const { rows } = await sql<{ own: string; hours: number | null }>`
    select current_user as own, (extract(epoch from now() - coalesce(
      (select max(at) from verifications where at <= now()),
      (select sealed_at from audit_seals order by number limit 1))) / 3600)::float8 as hours`.execute(
    db,
  );
  const { own = '', hours = null } = rows[0] ?? {};
  const ask = async (query: string) => (await sql.raw(query).execute(db)).rows;
  const fault = await auditorFault(ask, auditRole, own);
  if (fault === 'there is no such role') return [wrong(what, noSuchAuditor(auditRole))];
  if (fault === 'may change')
    return [
      wrong(
        what,
        `${auditRole}, the role of AUDIT_ROLE, can change what it checks. To remove that right, ${toMigrate}. If the role still has the right after that, create a separate role as docs/operations.md says under “Who checks the trail”.`,
      ),
    ];
  if (fault === 'lacks rights')
    return [
      wrong(
        what,
        `${auditRole}, the role of AUDIT_ROLE, cannot read everything, or is not the only role that can record its check. To correct that, ${toMigrate}.`,
      ),
    ];
  return hours !== null && hours > walkHours
    ? [
        wrong(
          what,
          `Nobody has checked the audit trail for ${Math.floor(hours)} hours, though ${auditRole} should check it every night. See why with journalctl -u hanya-audit, and check the trail now with systemctl start hanya-audit.`,
        ),
      ]
    : [well(what, `${auditRole} reads everything, changes nothing, and checks the audit trail.`)];
}

/** `canBackUp` is false where it was said already that backups can't be read. */
export async function alarms(config: Config, db: Database, canBackUp: boolean): Promise<Look[]> {
  if (!(await isMigrated(db))) return [];
  const troubles = [
    ...(await findTroubles(db)),
    ...(canBackUp ? await backupTroubles(config) : []),
    ...(await rootTroubles({ db, config })),
  ];
  return troubles.length === 0
    ? [well('Alarms', 'There are no alarms.')]
    : troubles.map(({ words }) => wrong('Alarms', words));
}
