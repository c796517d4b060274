import { existsSync } from 'node:fs';
import { mkdir, statfs, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import type { Look } from '#contract/operations.ts';
import { backupsIn, sumsOf } from '../backup/backup-folder.ts';
import { backupTroubles } from '../backup/nightly.ts';
import { withOffsite } from '../backup/offsite.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/variables.ts';
import type { Database } from '../db/database.ts';
import { findTroubles } from '../features/alarms/queries.ts';
import { rootTroubles } from '../features/audit/nightly.ts';
import { ownMapFaults } from '../features/map/own-map.ts';
import { chooseGateways } from '../features/payments/gateways.ts';
import { whyNoAnswer } from '../features/payments/queries.ts';
import { type FileStore, openFileStore } from '../gateways/file-store.ts';
import { verifyMailer } from '../gateways/mail.ts';
import { reportUrlOf } from '../gateways/message-gateway.ts';
import { encryptionTo } from './encryption.ts';

const well = (what: string, words: string): Look => ({ what, state: 'well', words });
const doubtful = (what: string, words: string): Look => ({ what, state: 'doubtful', words });
const wrong = (what: string, words: string): Look => ({ what, state: 'wrong', words });

const gigabyte = 1024 ** 3;

/** Looks at everything that an installation needs; each look that fails is a finding of its own. */
export async function examine(config: Config, db: Database): Promise<Look[]> {
  const looks: readonly (readonly [string, () => Promise<Look[]>])[] = [
    ['Configuration', () => Promise.resolve(configuration(config))],
    ['Disk', () => disk(config)],
    ['Database', () => database(config, db)],
    ['Clock', () => clock(db)],
    ['Files', () => files(config)],
    ['Backups', () => backups(config)],
    ['Bucket for backups', () => offsite(config)],
    ['Mail', () => mail(config)],
    ['Payment gateways', () => gateways(config)],
    ['Messages', () => Promise.resolve(messages(config))],
    ['Map', async () => (await ownMapFaults(config)).map((words) => wrong('Map', words))],
    ['Alarms', () => alarms(config, db)],
  ];
  const findings: Look[] = [];
  for (const [what, look] of looks) {
    try {
      findings.push(...(await look()));
    } catch (error) {
      findings.push(wrong(what, error instanceof Error ? error.message : String(error)));
    }
  }
  return findings;
}

/** Where each gateway of text messages reports, to be written into its dashboard. */
const messages = (config: Config): Look[] =>
  [...new Set(Object.values(config.messagesOf).map(({ gateway }) => gateway))].map((gateway) =>
    well('Messages', `${gateway} reports at ${reportUrlOf(config, gateway)}`),
  );

/** Settings that start and shouldn't stay. */
function configuration(config: Config): Look[] {
  const what = 'Configuration';
  if (config.demo) {
    return [doubtful(what, 'This is a demo with known passwords: set DEMO=off for real work.')];
  }
  const { databaseUrl, databaseOwnerUrl } = config;
  const roleOf = (url: string) => new URL(url).username;
  const doubts = [
    process.getuid?.() === 0 &&
      'The server runs as root: give it a user of its own, so that a break-in is not the machine’s.',
    databaseUrl !== undefined &&
      config.migrates &&
      roleOf(databaseUrl) === roleOf(databaseOwnerUrl ?? databaseUrl) &&
      'DATABASE_URL and DATABASE_OWNER_URL name one role, so nothing in the database is protected from the server: make two.',
    databaseUrl !== undefined &&
      config.migrates &&
      roleOf(databaseUrl) !== roleOf(databaseOwnerUrl ?? databaseUrl) &&
      'The server knows the password of the database’s owner: run hanya migrate apart with it, and start with MIGRATE=off and without DATABASE_OWNER_URL.',
    [databaseUrl, databaseOwnerUrl, config.databaseReadUrl].some(isReadable) &&
      'A database is on another machine with sslmode=disable: whoever else is on that network reads and changes everything. Give it a certificate and say sslmode=verify-full.',
    config.smtpUrl === undefined &&
      'SMTP_URL is not set: links for new passwords lie in DATA_DIR/mail, and reach nobody.',
    config.backupDir === undefined && 'BACKUP_DIR is not set: nothing is backed up by itself.',
    config.backupDir !== undefined &&
      config.backupRecipients === undefined &&
      'BACKUP_RECIPIENTS is not set: backups are not encrypted, and whoever takes one reads everything.',
    config.alarmMail === undefined && 'ALARM_MAIL is not set: alarms stand in the output alone.',
    config.auditRootFile === undefined &&
      config.auditRootMail === undefined &&
      'Neither AUDIT_ROOT_FILE nor AUDIT_ROOT_MAIL is set: without roots kept outside, the owner of the database could write the trail anew.',
    databaseUrl !== undefined &&
      config.files === undefined &&
      'FILES_URL is not set: pictures and videos are on this machine alone, and on no other server’s screen.',
    Object.keys(config.gatewayOf).length === 0 &&
      'No payment gateway is configured, so no bill can be made or paid.',
  ].filter((doubt) => doubt !== false);
  return doubts.length === 0
    ? [well(what, 'Everything that real work needs is set.')]
    : doubts.map((doubt) => doubtful(what, doubt));
}

/** True if what goes to a database can be read on its way. */
const isReadable = (url: string | undefined): boolean =>
  url !== undefined &&
  !isLoopback(new URL(url).hostname || 'localhost') &&
  new URL(url).searchParams.get('sslmode') === 'disable';

async function disk({ dataDir }: Config): Promise<Look[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const probe = path.join(dataDir, `.checkup-${ulid()}`);
  await writeFile(probe, 'Hanya', { mode: 0o600 });
  await unlink(probe);
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const free = `${((bavail * bsize) / gigabyte).toFixed(1)} GB are free in ${dataDir}`;
  if (bavail * bsize < gigabyte)
    return [wrong('Disk', `Only ${free}: make room, or nothing can be written soon.`)];
  return bavail / blocks < 0.1
    ? [doubtful('Disk', `Only ${free}, less than a tenth of the disk.`)]
    : [well('Disk', `${free}.`)];
}

interface Standing {
  readonly version: number;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly may_change_trail: boolean;
  readonly may_make_tables: boolean;
  readonly migrated: string | null;
}

async function database(config: Config, db: Database): Promise<Look[]> {
  if (!(await isMigrated(db))) {
    return [
      doubtful('Database', 'It answers and is empty: the first start of the server fills it.'),
    ];
  }
  const { rows } = await sql<Standing>`
    select current_setting('server_version_num')::integer as version,
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
  const findings: Look[] = [
    version < 180_000
      ? wrong(what, `PostgreSQL ${Math.floor(version / 10_000)} is too old: Hanya needs 18.`)
      : well(
          what,
          `PostgreSQL ${Math.floor(version / 10_000)} answers, migrated to ${standing.migrated ?? 'nothing'}.`,
        ),
  ];
  if (fsync !== 'on' || full_page_writes !== 'on' || synchronous_commit === 'off') {
    findings.push(
      wrong(
        what,
        'fsync, full_page_writes or synchronous_commit is off: a power cut would lose bookings that were answered.',
      ),
    );
  }
  if (!config.demo && (standing.may_change_trail || standing.may_make_tables)) {
    findings.push(
      wrong(
        what,
        'The role of DATABASE_URL may change the audit trail or make tables: start the server once with a DATABASE_OWNER_URL that owns the database.',
      ),
    );
  }
  return findings;
}

async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.alarms') is not null as known`.execute(db);
  return rows[0]?.known === true;
}

async function clock(db: Database): Promise<Look[]> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  const apart = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + after) / 2) / 1000;
  const words = `The clocks of this machine and of the database are ${apart.toFixed(1)} s apart`;
  if (apart > 240)
    return [wrong('Clock', `${words}: beyond 300 s nothing can be written. Have both set by NTP.`)];
  return apart > 5
    ? [doubtful('Clock', `${words}: have both set by NTP.`)]
    : [well('Clock', `${words}.`)];
}

const files = async (config: Config): Promise<Look[]> =>
  probeStore('Files', await openFileStore(config));

async function probeStore(what: string, store: FileStore): Promise<Look[]> {
  const probe = path.join(tmpdir(), `hanya-checkup-${ulid()}`);
  const key = ulid();
  try {
    await writeFile(probe, 'Hanya', { mode: 0o600 });
    await store.put(key, probe, 'text/plain');
    const kept = await store.open(key);
    kept?.destroy();
    await store.remove(key);
    return kept
      ? [well(what, 'A file can be stored, read and removed.')]
      : [wrong(what, 'A file that was stored can’t be read again.')];
  } finally {
    await unlink(probe);
    store.close();
  }
}

const offsite = async ({ backupStore }: Config): Promise<Look[]> =>
  backupStore
    ? withOffsite(backupStore, 'The bucket of BACKUP_URL can’t be used', (store) =>
        probeStore('Bucket for backups', store),
      )
    : [];

async function backups({ backupDir, backupRecipients }: Config): Promise<Look[]> {
  if (backupDir === undefined || backupRecipients === undefined) return [];
  await encryptionTo(backupRecipients);
  const plain = (await backupsIn(backupDir)).filter(({ path }) => !existsSync(sumsOf(path)));
  return plain.length === 0
    ? [well('Backups', 'They are encrypted.')]
    : [
        doubtful(
          'Backups',
          `${plain.length} in ${backupDir} are from before, and not encrypted: remove them, with what lies there in the clear, when the others are enough.`,
        ),
      ];
}

async function mail({ smtpUrl }: Config): Promise<Look[]> {
  if (smtpUrl === undefined) return [];
  await verifyMailer(smtpUrl);
  return [well('Mail', 'The SMTP server takes our name and password.')];
}

async function gateways(config: Config): Promise<Look[]> {
  // The sandbox is part of the server, which need not run.
  if (config.demo) return [];
  const findings: Look[] = [];
  for (const gateway of chooseGateways(config, '').all) {
    const silent = await whyNoAnswer(gateway);
    findings.push(
      silent === null
        ? well(gateway.name, 'The gateway answers, and accepts our key.')
        : wrong(gateway.name, silent),
    );
  }
  return findings;
}

async function alarms(config: Config, db: Database): Promise<Look[]> {
  if (!(await isMigrated(db))) return [];
  const troubles = [
    ...(await findTroubles(db)),
    ...(await backupTroubles(config)),
    ...(await rootTroubles({ db, config })),
  ];
  return troubles.length === 0
    ? [well('Alarms', 'There is none.')]
    : troubles.map(({ words }) => wrong('Alarms', words));
}
