import { existsSync, type StatsFs } from 'node:fs';
import { mkdir, rm, statfs, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import type { Look } from '#contract/operations.ts';
import { backupsIn, sumsOf } from '../backup/backup-folder.ts';
import { withOffsite } from '../backup/offsite.ts';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/variables.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { openHome } from '../db/embedded/home.ts';
import { ownMapFaults } from '../features/map/own-map.ts';
import { chooseGateways } from '../features/payments/gateways.ts';
import { whyNoAnswer } from '../features/payments/queries.ts';
import { type FileStore, openFileStore } from '../gateways/file-store.ts';
import { verifyMailer } from '../gateways/mail.ts';
import { reportUrlOf } from '../gateways/message-gateway.ts';
import { adviceOn } from './advice.ts';
import { alarms, auditor, clock, database, replica, secret } from './checkup-database.ts';
import { encryptionTo } from './encryption.ts';
import { doubtful, well, wrong } from './look.ts';
import { StartError } from './start-error.ts';

const gigabyte = 1024 ** 3;

/** What of the machine a look goes through. */
export interface Machine {
  /** Writes into a folder what it removes again, and answers the room there. */
  readonly probe: (folder: string) => Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>>;
  readonly openReplica: (url: string) => Database;
}

const thisMachine: Machine = { probe, openReplica: (url) => openDatabase(url, { max: 1 }) };

/** Looks at everything that an installation needs; each look that fails is a finding of its own. */
export async function examine(
  config: Config,
  db: Database,
  machine: Machine = thisMachine,
): Promise<Look[]> {
  const findings: Look[] = [];
  /** What fails is called `subject` in its sentence. False where it failed. */
  const look = async (what: string, subject: string, looks: () => Promise<Look[]>) => {
    try {
      findings.push(...(await looks()));
      return true;
    } catch (error) {
      findings.push(wrong(what, adviceOn(error, subject)));
      return false;
    }
  };
  const { dataDir, backupDir } = config;
  findings.push(...configuration(config));
  const canWrite = await look('Disk', `DATA_DIR ${dataDir}`, () => disk(config, machine));
  // What can't be opened is said once.
  const answers = await look('Database', 'PostgreSQL', () => database(config, db));
  if (answers) {
    await look('Clock', 'The clock of the database', () => clock(db));
    await look('Secret', 'The database', () => secret(config, db));
    await look('Auditor', 'The database', () => auditor(config, db));
    await look('Replica', 'The replica at DATABASE_READ_URL', () =>
      replica(config, db, machine.openReplica),
    );
    await look('Database disk', 'The PostgreSQL disk', () => databaseDisk(config, db));
  }
  // Without a store of their own they lie in DATA_DIR.
  if (canWrite || config.files)
    await look('Files', config.files ? 'The store of FILES_URL' : 'DATA_DIR', () => files(config));
  const canBackUp = await look('Backups', `BACKUP_DIR ${backupDir ?? ''}`, () =>
    backups(config, machine),
  );
  await look('Bucket for backups', 'The BACKUP_URL bucket', () => offsite(config));
  await look('Mail', 'The mail server of SMTP_URL', () => mail(config));
  await look('Payment gateways', 'The payment gateway', () => gateways(config));
  findings.push(...messages(config));
  await look('Map', 'MAP_FILE', async () =>
    (await ownMapFaults(config)).map((words) =>
      wrong(
        'Map',
        `${words.replace(/\.$/, '')}. Put the file there, or remove its setting, and restart Hanya.`,
      ),
    ),
  );
  if (answers) await look('Alarms', 'The alarms', () => alarms(config, db, canBackUp));
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
    return [doubtful(what, 'This is a demo with known passwords. Set DEMO=off for real work.')];
  }
  const { databaseUrl, databaseOwnerUrl } = config;
  const roleOf = (url: string) => new URL(url).username;
  const doubts = [
    process.getuid?.() === 0 &&
      'The server runs as root. Run it as a user of its own, so that somebody who breaks in does not control the whole machine.',
    databaseUrl !== undefined &&
      config.migrates &&
      roleOf(databaseUrl) === roleOf(databaseOwnerUrl ?? databaseUrl) &&
      'DATABASE_URL and DATABASE_OWNER_URL name the same role, so the server can change anything in the database. Use two roles.',
    databaseUrl !== undefined &&
      config.migrates &&
      roleOf(databaseUrl) !== roleOf(databaseOwnerUrl ?? databaseUrl) &&
      'The server knows the database owner’s password. Use that password only to run hanya migrate, and start the server with MIGRATE=off and without DATABASE_OWNER_URL.',
    [databaseUrl, databaseOwnerUrl, config.databaseReadUrl].some(isReadable) &&
      'Hanya connects to a database on another machine with sslmode=disable. Anybody else on that network can read and change everything. Give the database a certificate, and use sslmode=verify-full.',
    config.smtpUrl === undefined &&
      'SMTP_URL is not set, so Hanya cannot email password links. They stay in DATA_DIR/mail.',
    config.backupDir === undefined && 'BACKUP_DIR is not set, so Hanya does not take backups.',
    config.backupDir !== undefined &&
      config.backupRecipients === undefined &&
      'BACKUP_RECIPIENTS is not set, so backups are not encrypted. Anybody who gets hold of a backup can read everything.',
    config.alarmMail === undefined &&
      'ALARM_MAIL is not set, so alarms appear only in the server’s output.',
    config.auditRootFile === undefined &&
      config.auditRootMail === undefined &&
      'Neither AUDIT_ROOT_FILE nor AUDIT_ROOT_MAIL is set, so no copy of the audit trail’s roots is kept outside Hanya. The database’s owner could rewrite the trail unnoticed.',
    databaseUrl !== undefined &&
      config.files === undefined &&
      'FILES_URL is not set, so pictures and videos are only on this machine. Other servers cannot show them.',
    Object.keys(config.gatewayOf).length === 0 &&
      'No payment gateway is set up, so nobody can create or pay a bill.',
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

async function probe(folder: string): ReturnType<Machine['probe']> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `.checkup-${ulid()}`);
  try {
    await writeFile(file, 'Hanya', { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
  return statfs(folder);
}

const disk = async ({ dataDir }: Config, machine: Machine): Promise<Look[]> => [
  room('Disk', dataDir, await machine.probe(dataDir)),
];

/** Says how much room there is, and what follows from too little. */
function room(
  what: string,
  folder: string,
  { bavail, blocks, bsize }: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>,
): Look {
  const free = `${((bavail * bsize) / gigabyte).toFixed(1)} GB is free in ${folder}`;
  if (bavail * bsize < gigabyte)
    return wrong(
      what,
      `Only ${free}. Free up disk space, or Hanya will soon be unable to save anything there.`,
    );
  return bavail / blocks < 0.1
    ? doubtful(what, `Only ${free}, less than a tenth of the disk. Free up disk space this week.`)
    : well(what, `${free}.`);
}

/** Where distributions keep the clusters of PostgreSQL. */
const usualPlace = '/var/lib/postgresql';

/** The disk that PostgreSQL writes to, where that is on this machine. */
async function databaseDisk({ databaseUrl, dataDir }: Config, db: Database): Promise<Look[]> {
  if (databaseUrl !== undefined && !isLoopback(new URL(databaseUrl).hostname || 'localhost'))
    return [];
  // Most roles may not ask it where it writes.
  const asked = async () => {
    const { rows } = await sql<{ place: string }>`
      select current_setting('data_directory') as place`.execute(db);
    return rows[0]?.place;
  };
  const place =
    databaseUrl === undefined
      ? openHome(dataDir).folder
      : ((await asked().catch(() => undefined)) ?? usualPlace);
  // Another user's folder may not tell.
  const found = await statfs(place).catch(() => undefined);
  return found ? [room('Database disk', place, found)] : [];
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
      ? [well(what, 'Hanya can store, read and remove a file.')]
      : [
          wrong(
            what,
            'Hanya stored a file but could not read it back. Check the store’s log for the cause. If files are on a local disk, run dmesg.',
          ),
        ];
  } finally {
    await unlink(probe);
    store.close();
  }
}

async function offsite({ backupStore }: Config): Promise<Look[]> {
  if (!backupStore) return [];
  try {
    return await withOffsite(backupStore, 'The BACKUP_URL bucket cannot be used', (store) =>
      probeStore('Bucket for backups', store),
    );
  } catch (error) {
    // What stands behind its sentence has advice of its own.
    throw error instanceof StartError ? (error.cause ?? error) : error;
  }
}

async function backups({ backupDir, backupRecipients }: Config, machine: Machine): Promise<Look[]> {
  if (backupDir === undefined) return [];
  const found = room('Backups', backupDir, await machine.probe(backupDir));
  if (backupRecipients === undefined) return [found];
  await encryptionTo(backupRecipients);
  const plain = (await backupsIn(backupDir)).filter(({ path }) => !existsSync(sumsOf(path)));
  return plain.length === 0
    ? [found, well('Backups', 'Backups are encrypted.')]
    : [
        found,
        doubtful(
          'Backups',
          `${plain.length} older ${plain.length === 1 ? 'backup' : 'backups'} in ${backupDir} ${plain.length === 1 ? 'is' : 'are'} not encrypted. Once you have enough encrypted backups, remove the backups in that folder that are not encrypted.`,
        ),
      ];
}

async function mail({ smtpUrl }: Config): Promise<Look[]> {
  if (smtpUrl === undefined) return [];
  await verifyMailer(smtpUrl);
  return [well('Mail', 'The SMTP server accepts Hanya’s user name and password.')];
}

async function gateways(config: Config): Promise<Look[]> {
  // The sandbox is part of the server, which need not run.
  if (config.demo) return [];
  const findings: Look[] = [];
  for (const gateway of chooseGateways(config, '').all) {
    const silent = await whyNoAnswer(gateway);
    findings.push(
      silent === null
        ? well(gateway.name, 'The payment gateway is responding and accepts Hanya’s key.')
        : wrong(
            gateway.name,
            `${silent.replace(/\.$/, '')}. Check the payment gateway’s address and key, and this machine’s clock. If they are right, call the payment gateway’s support.`,
          ),
    );
  }
  return findings;
}
