import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { keepBases, takeBase } from '../backup/archive.ts';
import { findBackup, readManifest } from '../backup/backup-folder.ts';
import { checkBackup, holdDrill } from '../backup/check.ts';
import { goBackTo } from '../backup/moment.ts';
import { copyOffsite, fetchOffsite, withOffsite } from '../backup/offsite.ts';
import { restoreBackup } from '../backup/restore.ts';
import { keepBackups } from '../backup/retention.ts';
import { takeBackup } from '../backup/take.ts';
import { type Config, readConfig } from '../config/config.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { decryptionWith, makeIdentity } from '../process/encryption.ts';
import { AlreadyRunning, type Lock, takeLock } from '../process/lock.ts';
import { StartError } from '../process/start-error.ts';

/** `take` (also without a word), `restore`, `check`, `fetch` and `identity`: see docs/recovery.md. */
const usage =
  'Usage: hanya backup [FOLDER], hanya restore FOLDER [--to MOMENT|latest], hanya backup check [FOLDER], hanya backup fetch [FOLDER] [--to MOMENT], or hanya backup identity FILE';

const momentSchema = z.iso.datetime({
  offset: true,
  error: 'Write the moment with its time zone, such as 2026-11-22T14:00:00+01:00.',
});

// Backups and restored files are this user's alone.
process.umask(0o077);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' } },
});
const isWord = ['take', 'restore', 'check', 'fetch', 'identity'].includes(positionals[0] ?? '');
const [command, given, ...more] = isWord ? positionals : ['take', ...positionals];

try {
  const config = readConfig(process.env);
  const folder = given === undefined ? config.backupDir : resolve(given);
  if (more.length > 0) throw new StartError(usage);
  if (folder === undefined)
    throw new StartError(`Name a folder for backups, or set BACKUP_DIR. ${usage}`);
  if (command === 'identity' && given !== undefined)
    print(`BACKUP_RECIPIENTS=${await makeIdentity(folder)}`);
  else if (command === 'take') await take(config, folder);
  else if (command === 'restore' && given !== undefined && values.to !== undefined)
    await goBack(config, folder, momentIn(values.to));
  else if (command === 'restore' && given !== undefined) await restore(config, folder);
  else if (command === 'check') await check(config, folder);
  else if (command === 'fetch') await fetchBackup(config, folder, momentIn(values.to ?? 'latest'));
  else throw new StartError(usage);
} catch (error) {
  const issue = error instanceof z.ZodError ? error.issues[0]?.message : undefined;
  const words = issue ?? (error instanceof StartError ? error.message : String(error));
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
}

async function take(config: Config, folder: string): Promise<void> {
  await withDatabase(config, lockUnlessRunning, async ({ appUrl, adminUrl }) => {
    const { backup, manifest, secrets } = await takeBackup(config, appUrl, folder);
    const { tables, files } = manifest;
    print(
      `The backup is in ${backup.path}. It has ${counted(tables)}. The ${files.count} pictures and videos are in ${folder}/files.`,
    );
    if (secrets !== undefined)
      print(`The secrets are in ${secrets}. Keep them separate from the backup.`);
    if (config.backupRecipients === undefined)
      print('The backup is not encrypted. Set BACKUP_RECIPIENTS.');
    if (adminUrl !== undefined && folder === config.backupDir) {
      const base = await takeBase(adminUrl, folder, config.backupRecipients);
      await keepBases(folder, config.backupKeepDays, new Date(base.finishedAt));
      print(`You can now restore the database to any moment after ${base.finishedAt}.`);
    }
    await keepBackups(folder, config, new Date(manifest.takenAt));
    for (const id of files.gone)
      print(`The file ${id} was removed while the backup was being taken.`);
    const lost = files.damaged.filter((id) => !files.gone.includes(id));
    for (const id of lost) print(`The file ${id} is missing or damaged in the store.`);
    if (lost.length > 0) process.exitCode = 1;
    const { backupStore } = config;
    if (!backupStore || folder !== config.backupDir) return;
    const failure = `The backup is only in ${backup.path}, because it could not be copied to the BACKUP_URL bucket`;
    await withOffsite(backupStore, failure, (store) =>
      copyOffsite(store, folder, config, new Date(manifest.takenAt)),
    );
    print('All backups are also in the BACKUP_URL bucket.');
  });
}

async function restore(config: Config, path: string): Promise<void> {
  const backup = await findBackup(path);
  // An unreadable backup must leave no empty database, which the next attempt would refuse.
  await readManifest(backup, decryptionWith(config.backupIdentityFile));
  await withDatabase(config, takeLock, async (addresses) => {
    const manifest = await restoreBackup(config, addresses, backup);
    print(
      `The backup of ${manifest.takenAt} was restored: ${counted(manifest.tables)}, ${manifest.files.count} files. Everybody must sign in again, and the server asks the payment gateways about every open bill.`,
    );
  });
}

/** Null for the latest one. */
function momentIn(to: string): Date | null {
  return to === 'latest' ? null : new Date(momentSchema.parse(to));
}

async function fetchBackup(
  { backupStore }: Config,
  folder: string,
  moment: Date | null,
): Promise<void> {
  if (!backupStore)
    throw new StartError('BACKUP_URL is not set, so Hanya cannot fetch a backup from a bucket.');
  const failure = 'The backup could not be fetched from the BACKUP_URL bucket';
  const name = await withOffsite(backupStore, failure, (store) =>
    fetchOffsite(store, folder, moment),
  );
  print(
    `The backup ${name} is in ${folder}, with everything that a restore needs. Restore it with: hanya restore ${folder}`,
  );
}

async function goBack(config: Config, folder: string, moment: Date | null): Promise<void> {
  if (config.databaseUrl !== undefined)
    throw new StartError(
      'Only the embedded database can be restored to a chosen moment. For your own PostgreSQL, use its own tools.',
    );
  const lock = takeLock(config.dataDir, 'hanya restore');
  try {
    const { lastChange, missing } = await goBackTo(config, folder, moment);
    for (const id of missing) print(`The file ${id} is not in any backup.`);
    print(
      `The database was restored to its state at ${moment ? moment.toISOString() : 'the end of its log'}. Its last change was at ${lastChange?.toISOString() ?? 'an unknown time'}. Everybody must sign in again, and the server asks the payment gateways about every open bill.`,
    );
  } finally {
    lock.release();
  }
}

async function check(config: Config, path: string): Promise<void> {
  const backup = await findBackup(path);
  // Of another folder, which may be read-only, nothing is written down.
  const look = path === config.backupDir ? holdDrill : checkBackup;
  const checked = await look(backup, config);
  for (const finding of checked.findings) print(finding);
  const isWhole = checked.findings.length === 0;
  if (!isWhole) process.exitCode = 1;
  const holds = isWhole ? 'passes its check' : 'fails its check';
  print(
    checked.isReadBack
      ? `The backup ${backup.name} ${holds}: ${checked.rows} rows of ${checked.tables} tables, ${checked.files} files, ${checked.auditRows} rows of the audit trail.`
      : `Hanya did not open the backup ${backup.name}, because BACKUP_IDENTITY_FILE is not set. ${isWhole ? `Its ${checked.files} encrypted files have not changed.` : `Some of its ${checked.files} encrypted files have changed.`}`,
  );
}

function counted(tables: readonly { readonly rows: number }[]): string {
  return `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables`;
}

/** The embedded database is started where it doesn't run, and only then stopped afterwards. */
async function withDatabase(
  config: Config,
  lockFor: (dataDir: string, address: string) => Lock | null,
  work: (addresses: {
    readonly ownerUrl: string;
    readonly appUrl: string;
    readonly adminUrl?: string;
  }) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const appUrl = config.databaseUrl;
    await work({ appUrl, ownerUrl: config.databaseOwnerUrl ?? appUrl });
    return;
  }
  const lock = lockFor(config.dataDir, 'hanya backup or restore');
  try {
    const embedded = await startEmbedded(config.dataDir, config);
    try {
      await work(embedded);
    } finally {
      if (lock) await embedded.stop();
    }
  } finally {
    lock?.release();
  }
}

/** Null while a server runs on this folder: its database is read, and left running. */
function lockUnlessRunning(dataDir: string, address: string): Lock | null {
  try {
    return takeLock(dataDir, address);
  } catch (error) {
    if (error instanceof AlreadyRunning) return null;
    throw error;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
