import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { type Backup, backupsIn, momentOf, secretsOf } from './backup-folder.ts';

const dayMs = 86_400_000;
/** Monday, 5 January 1970: weeks are counted from it. */
const firstMonday = 4 * dayMs;

/** All backups of so many days, then the last of each of so many weeks and months. */
export type Kept = Pick<Config, 'backupKeepDays' | 'backupKeepWeeks' | 'backupKeepMonths'>;

/**
 * The moments that are kept of those given, in UTC, the oldest first. The newest is always kept, and
 * what one night keeps of a week or a month, the next one keeps as well.
 */
export function keptOf(
  moments: readonly Date[],
  { backupKeepDays, backupKeepWeeks, backupKeepMonths }: Kept,
  now: Date,
): Date[] {
  const weekOf = (moment: Date) => Math.floor((moment.getTime() - firstMonday) / (7 * dayMs));
  const monthOf = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
  const sorted = moments.toSorted((one, other) => one.getTime() - other.getTime());
  return sorted.filter((moment, index) => {
    const next = sorted[index + 1];
    if (!next || now.getTime() - moment.getTime() <= backupKeepDays * dayMs) return true;
    const isLast = (periodOf: (moment: Date) => number, count: number) =>
      periodOf(next) !== periodOf(moment) && periodOf(now) - periodOf(moment) <= count;
    return isLast(weekOf, backupKeepWeeks) || isLast(monthOf, backupKeepMonths);
  });
}

/**
 * Removes the backups that are kept no longer. Answers those that stay, the oldest first. Pictures
 * and videos stay: they are records, which the product keeps too. One from the future is left alone.
 */
export async function keepBackups(folder: string, keep: Kept, now: Date): Promise<Backup[]> {
  const backups = await backupsIn(folder, now);
  const moments = backups.map(({ name }) => momentOf(name));
  const stays = new Set(keptOf(moments, keep, now).map((moment) => moment.getTime()));
  const kept: Backup[] = [];
  for (const backup of backups) {
    if (stays.has(momentOf(backup.name).getTime())) {
      kept.push(backup);
      continue;
    }
    // Under this name it is no backup any more, however far the removal gets.
    const gone = `${backup.path}.partial`;
    await rename(backup.path, gone);
    await rm(gone, { recursive: true, force: true });
    for (const ending of ['', '.age'])
      await rm(join(secretsOf(folder), `${backup.name}.json${ending}`), { force: true });
  }
  return kept;
}
