import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { newestPieceIn, packLog } from '#server/db/embedded/archive.ts';
import { openHome } from '#server/db/embedded/home.ts';
import type { JobTaker } from '#server/db/queues.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { adviceOn } from '#server/process/advice.ts';
import { encryptionTo } from '#server/process/encryption.ts';
import { backupsIn, fromFuture, futureBackupsIn, isFromFuture, momentOf } from './backup-folder.ts';
import { lastDrill } from './drill.ts';
import { copiedOffsiteAt, createLogCopy } from './offsite.ts';

/** Hours of copying for the files of many years; a second one at once refuses. */
const backupQueue = {
  name: 'take-backup',
  retryLimit: 0,
  expireInSeconds: 12 * 3_600,
  deadLetter: failedQueue.name,
} as const;

/** Reading back takes ten minutes for a million bookings. */
const drillQueue = {
  name: 'check-backup',
  retryLimit: 0,
  expireInSeconds: 12 * 3_600,
  deadLetter: failedQueue.name,
} as const;

const packQueue = { name: 'pack-log', retryLimit: 0, expireInSeconds: 600 } as const;

export const backupQueues = [backupQueue, drillQueue, packQueue];

const dayMs = 86_400_000;
const overdueDays = 2;
/** A week, and a day for the drill that comes late. */
const drillDays = 8;

/**
 * Every night one of the processes has a backup taken, and each Sunday one read back, where an
 * operator has named a folder.
 */
export async function workBackup(
  boss: JobTaker,
  { config, log }: Pick<Deps, 'config' | 'log'>,
): Promise<void> {
  if (config.backupDir === undefined) {
    await boss.unschedule(backupQueue.name);
    await boss.unschedule(drillQueue.name);
    await boss.unschedule(packQueue.name);
    return;
  }
  const { backupDir, backupRecipients } = config;
  // A recipient that is none is told of now, and not in the night.
  await encryptionTo(backupRecipients);
  if (backupRecipients === undefined)
    log.warn({ backup: backupDir }, 'Backups are not encrypted. Set BACKUP_RECIPIENTS.');
  if (config.databaseUrl === undefined) {
    const { folder } = openHome(config.dataDir);
    const copyLog = config.backupStore && createLogCopy(backupDir, config.backupStore);
    await boss.work(packQueue.name, async () => {
      const packed = await packLog(backupDir, folder, backupRecipients);
      const failure = await copyLog?.(packed);
      if (failure !== undefined) log.error({ backup: backupDir }, failure);
    });
    // Until it is encrypted, the log is on the disk of the database alone.
    await boss.schedule(packQueue.name, backupRecipients ? '* * * * *' : '*/10 * * * *');
  }
  const work = async (queue: string, word: 'take' | 'check', failure: string) => {
    await boss.work(queue, async () => {
      const said = await inOwnProcess(word);
      if (said === undefined) return;
      log.error({ backup: backupDir }, `${failure}: ${said}`);
      throw new Error(`${failure}: ${said}`);
    });
  };
  await work(backupQueue.name, 'take', 'The nightly backup failed');
  await boss.schedule(backupQueue.name, '11 0 * * *');
  await work(drillQueue.name, 'check', 'The weekly check of the backup failed');
  await boss.schedule(drillQueue.name, '41 1 * * 0');
}

/** Packing and hashing would hold up calls in this one. Answers what went wrong, if anything did. */
async function inOwnProcess(word: 'take' | 'check'): Promise<string | undefined> {
  const program = join(import.meta.dirname, '..', 'commands', 'backup.ts');
  const child = spawn(process.execPath, [program, word], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-2_000)));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? undefined : said.trim();
}

/** The time at which the newest backup was begun, of those whose time can be; null where there is none. */
export async function newestBackup(backupDir: string, now = new Date()): Promise<Date | null> {
  const newest = (await backupsIn(backupDir, now)).at(-1);
  return newest ? momentOf(newest.name) : null;
}

/** Hours for which a backup counts as fresh. */
const freshHours = 24;

/** Says what there is instead of a backup of today; undefined where there is one. */
export async function whyNoFreshBackup({
  backupDir,
}: Pick<Config, 'backupDir'>): Promise<string | undefined> {
  if (backupDir === undefined) return 'There is no backup';
  const newest = await newestBackup(backupDir);
  if (newest && Date.now() - newest.getTime() < freshHours * 3_600_000) return undefined;
  if (newest) return `The newest backup is from ${newest.toISOString()}`;
  const [future] = await futureBackupsIn(backupDir);
  return future ? `${fromFuture(future)} There is no other` : 'There is no backup';
}

/** PostgreSQL sends a piece of its log each minute, and the server writes more often than that. */
const pieceOverdueMs = 5 * 60_000;

/** Whose log is copied: of the embedded database, where backups are wanted. */
const copiesLog = ({ backupDir, databaseUrl }: Pick<Config, 'backupDir' | 'databaseUrl'>) =>
  databaseUrl === undefined ? backupDir : undefined;

const began = new Date();

/**
 * When the newest piece of the log reached the folder of backups, or this process began if that is
 * later: before it, nobody wrote. Undefined where no log is copied.
 */
export async function newestPiece(
  config: Pick<Config, 'backupDir' | 'databaseUrl'>,
  since = began,
): Promise<Date | undefined> {
  const folder = copiesLog(config);
  if (folder === undefined) return undefined;
  const newest = await newestPieceIn(folder);
  return newest && newest > since && !isFromFuture(newest) ? newest : since;
}

/** The troubles of the backups that an operator must know; none where no backups are wanted. */
export async function backupTroubles(
  config: Pick<Config, 'backupDir' | 'backupStore' | 'databaseUrl'>,
  now = new Date(),
): Promise<BackupTrouble[]> {
  const { backupDir } = config;
  if (backupDir === undefined) return [];
  try {
    const piece = await newestPiece(config);
    const late = piece !== undefined && now.getTime() - piece.getTime() > pieceOverdueMs;
    const words =
      'No piece of the database’s log has reached BACKUP_DIR for five minutes. Check that Hanya can write to BACKUP_DIR and that its disk has room. Then read Hanya’s own log.';
    return [
      ...(await troublesIn(backupDir, config, now)),
      ...(late ? [{ name: 'log', words }] : []),
    ];
  } catch (error) {
    // Other alarms are told all the same.
    return [{ name: 'backup', words: adviceOn(error, `BACKUP_DIR ${backupDir}`) }];
  }
}

interface BackupTrouble {
  readonly name: string;
  readonly words: string;
}

async function troublesIn(
  backupDir: string,
  { backupStore }: Pick<Config, 'backupStore'>,
  now: Date,
): Promise<BackupTrouble[]> {
  const [future] = await futureBackupsIn(backupDir, now);
  const odd = future ? [{ name: 'future backup', words: fromFuture(future) }] : [];
  const newest = await newestBackup(backupDir, now);
  if (!newest)
    return [...odd, { name: 'backup', words: 'There is no backup yet. Run hanya backup.' }];
  const daysSince = (moment: Date) => Math.floor((now.getTime() - moment.getTime()) / dayMs);
  const days = daysSince(newest);
  const taken =
    days < overdueDays
      ? odd
      : [
          ...odd,
          { name: 'backup', words: `The last backup is ${days} days old. Run hanya backup.` },
        ];
  const words = await whyNotDrilled(backupDir, daysSince, now);
  const drilled = words === undefined ? [] : [{ name: 'drill', words }];
  if (!backupStore) return [...taken, ...drilled];
  const copied = await copiedOffsiteAt(backupDir, now);
  if (copied && daysSince(copied) < overdueDays) return [...taken, ...drilled];
  const offsite = copied
    ? `The last backup in the BACKUP_URL bucket is ${daysSince(copied)} days old. Run hanya backup.`
    : 'There is no backup in the BACKUP_URL bucket yet. Run hanya backup.';
  return [...taken, ...drilled, { name: 'offsite', words: offsite }];
}

/** Undefined where a backup was read back whole lately, or no backup is old enough for it. */
async function whyNotDrilled(
  backupDir: string,
  daysSince: (moment: Date) => number,
  now: Date,
): Promise<string | undefined> {
  const drill = await lastDrill(backupDir, now);
  if (drill && !drill.holds) return `The backup ${drill.backup} failed its check. ${drill.words}`;
  const [oldest] = await backupsIn(backupDir, now);
  const since = drill?.at ?? (oldest && momentOf(oldest.name));
  if (!since || daysSince(since) < drillDays) return undefined;
  return drill
    ? `A backup was last checked ${daysSince(since)} days ago. Run hanya backup check.`
    : 'No backup has been checked yet. Run hanya backup check.';
}
