import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PgBoss } from 'pg-boss';
import type { Config } from '#server/config/config.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { packLog } from './archive.ts';
import { backupsIn, momentOf } from './backup-folder.ts';

/** Hours of copying for the files of many years; a second one at once refuses. */
const backupQueue = {
  name: 'take-backup',
  retryLimit: 0,
  expireInSeconds: 12 * 3_600,
  deadLetter: failedQueue.name,
} as const;

const packQueue = { name: 'pack-log', retryLimit: 0, expireInSeconds: 600 } as const;

export const backupQueues = [backupQueue, packQueue];

const dayMs = 86_400_000;
const overdueDays = 2;

/** Every night one of the processes has a backup taken, where an operator has named a folder. */
export async function workBackup(
  boss: PgBoss,
  { config, log }: Pick<Deps, 'config' | 'log'>,
): Promise<void> {
  if (config.backupDir === undefined) {
    await boss.unschedule(backupQueue.name);
    await boss.unschedule(packQueue.name);
    return;
  }
  const { backupDir } = config;
  if (config.databaseUrl === undefined) {
    await boss.work(packQueue.name, () => packLog(backupDir));
    await boss.schedule(packQueue.name, '*/10 * * * *');
  }
  await boss.work(backupQueue.name, async () => {
    const said = await takeInOwnProcess();
    if (said === undefined) return;
    log.error({ backup: config.backupDir }, said);
    throw new Error(said);
  });
  await boss.schedule(backupQueue.name, '11 0 * * *');
}

/** Packing and hashing would hold up calls in this one. Answers what went wrong, if anything did. */
async function takeInOwnProcess(): Promise<string | undefined> {
  const program = join(import.meta.dirname, '..', 'commands', 'backup.ts');
  const child = spawn(process.execPath, [program, 'take'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-2_000)));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? undefined : `The nightly backup failed: ${said.trim()}`;
}

/** The time at which the newest backup was begun; null where there is none. */
export async function newestBackup(backupDir: string): Promise<Date | null> {
  const newest = (await backupsIn(backupDir)).at(-1);
  return newest ? momentOf(newest.name) : null;
}

/** The troubles of the backups that an operator must know; none where no backups are wanted. */
export async function backupTroubles(
  { backupDir }: Pick<Config, 'backupDir'>,
  now = new Date(),
): Promise<{ readonly name: string; readonly words: string }[]> {
  if (backupDir === undefined) return [];
  const newest = await newestBackup(backupDir);
  if (!newest) return [{ name: 'backup', words: 'There is no backup yet: run hanya backup.' }];
  const days = Math.floor((now.getTime() - newest.getTime()) / dayMs);
  if (days < overdueDays) return [];
  return [{ name: 'backup', words: `The last backup is ${days} days old: run hanya backup.` }];
}
