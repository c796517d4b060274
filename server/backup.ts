import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBackup } from './backup/backup-folder.ts';
import { checkBackup } from './backup/check.ts';
import { restoreBackup } from './backup/restore.ts';
import { keepBackups } from './backup/retention.ts';
import { takeBackup } from './backup/take.ts';
import { type Config, readConfig } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { AlreadyRunning, type Lock, takeLock } from './lock.ts';
import { StartError } from './start-error.ts';

/** `take`, `restore` and `check`: see docs/recovery.md. */
const usage =
  'Use: npm run backup [-- FOLDER], npm run restore -- FOLDER, or npm run backup:check [-- FOLDER]';

const { positionals } = parseArgs({ allowPositionals: true });
const [command, given, ...more] = positionals;

try {
  const config = readConfig(process.env);
  const folder = given === undefined ? config.backupDir : resolve(given);
  if (more.length > 0) throw new StartError(usage);
  if (folder === undefined)
    throw new StartError(`Name a folder for backups, or set BACKUP_DIR. ${usage}`);
  if (command === 'take') await take(config, folder);
  else if (command === 'restore' && given !== undefined) await restore(config, folder);
  else if (command === 'check') await check(folder);
  else throw new StartError(usage);
} catch (error) {
  const words = error instanceof StartError ? error.message : String(error);
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
}

async function take(config: Config, folder: string): Promise<void> {
  await withDatabase(config, lockUnlessRunning, async ({ appUrl }) => {
    const { backup, manifest, secrets } = await takeBackup(config, appUrl, folder);
    const { tables, files } = manifest;
    print(
      `The backup is in ${backup.path}: ${counted(tables)}; pictures and videos in ${folder}/files: ${files.count}.`,
    );
    print(`The secrets are in ${secrets}: keep them elsewhere than the backup.`);
    await keepBackups(folder, config.backupKeepDays, new Date(manifest.takenAt));
    for (const id of files.damaged) print(`The file ${id} is missing or damaged in the store.`);
    if (files.damaged.length > 0) process.exitCode = 1;
  });
}

async function restore(config: Config, path: string): Promise<void> {
  const backup = await findBackup(path);
  await withDatabase(config, takeLock, async (addresses) => {
    const manifest = await restoreBackup(config, addresses, backup);
    print(
      `The backup of ${manifest.takenAt} was restored: ${counted(manifest.tables)}, ${manifest.files.count} files. Everybody signs in anew, and every open bill is asked about when the server runs.`,
    );
  });
}

async function check(path: string): Promise<void> {
  const backup = await findBackup(path);
  const { rows, tables, files, auditRows, findings } = await checkBackup(backup);
  for (const finding of findings) print(finding);
  if (findings.length > 0) process.exitCode = 1;
  const holds = findings.length === 0 ? 'holds' : 'does not hold';
  print(
    `The backup ${backup.name} ${holds}: ${rows} rows of ${tables} tables, ${files} files, ${auditRows} rows of the audit trail.`,
  );
}

function counted(tables: readonly { readonly rows: number }[]): string {
  return `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables`;
}

/** The embedded database is started where it doesn't run, and only then stopped afterwards. */
async function withDatabase(
  config: Config,
  lockFor: (dataDir: string, address: string) => Lock | null,
  work: (addresses: { readonly ownerUrl: string; readonly appUrl: string }) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== undefined) {
    const appUrl = config.databaseUrl;
    await work({ appUrl, ownerUrl: config.databaseOwnerUrl ?? appUrl });
    return;
  }
  const lock = lockFor(config.dataDir, 'npm run backup or restore');
  try {
    const embedded = await startEmbedded(config.dataDir);
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
