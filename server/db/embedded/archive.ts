import { chmodSync, lchownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makePassable } from '#server/process/data-folder.ts';
import { StartError } from '#server/process/start-error.ts';
import { canReach, type RunAs } from './root.ts';

/**
 * For going back to a moment, the embedded database keeps copies of its whole cluster (`base/`) and
 * every piece of its log (`wal/`) in the folder of backups. PostgreSQL itself writes both.
 */
export const basesOf = (folder: string): string => join(folder, 'base');
export const walOf = (folder: string): string => join(folder, 'wal');

/**
 * Makes these folders for the user that runs PostgreSQL, and answers the log's. Throws `StartError`
 * when that user can't get there.
 */
export function openArchive(folder: string, runAs: RunAs | undefined): string {
  try {
    makePassable(folder);
    // Others pass through, but see nothing.
    if (runAs) chmodSync(folder, 0o711);
    for (const own of [basesOf(folder), walOf(folder)]) {
      mkdirSync(own, { recursive: true, mode: 0o700 });
      if (runAs) lchownSync(own, runAs.uid, runAs.gid);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`BACKUP_DIR is ${folder}, which can't be written: ${reason}.`);
  }
  if (runAs && !canReach(folder, runAs))
    throw new StartError(
      `BACKUP_DIR is ${folder}, which the user that runs the database (${runAs.uid}) can't reach: let others pass through the folders above it, or name another.`,
    );
  return walOf(folder);
}
