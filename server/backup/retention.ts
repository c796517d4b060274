import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Backup, backupsIn, momentOf, secretsOf } from './backup-folder.ts';

const dayMs = 86_400_000;

/**
 * Removes the backups that are older than so many days, but never the newest. Answers those that
 * stay, the oldest first. Pictures and videos stay: they are records, which the product keeps too.
 */
export async function keepBackups(folder: string, days: number, now: Date): Promise<Backup[]> {
  const backups = await backupsIn(folder);
  const kept: Backup[] = [];
  for (const backup of backups) {
    const isOld = now.getTime() - momentOf(backup.name).getTime() > days * dayMs;
    if (!isOld || backup === backups.at(-1)) {
      kept.push(backup);
      continue;
    }
    // Under this name it is no backup any more, however far the removal gets.
    const gone = `${backup.path}.partial`;
    await rename(backup.path, gone);
    await rm(gone, { recursive: true, force: true });
    await rm(join(secretsOf(folder), `${backup.name}.json`), { force: true });
  }
  return kept;
}
