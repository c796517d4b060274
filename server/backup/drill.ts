import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Backup, isFromFuture, writeWhole } from './backup-folder.ts';

const moment = z.iso.datetime().transform((text) => new Date(text));

const drillSchema = z.object({
  at: moment,
  /** The backup's name. */
  backup: z.string(),
  holds: z.boolean(),
  /** Says in a sentence what was wrong; is '' where it held. */
  words: z.string(),
  /** When a backup was last read back whole: others were only compared with their sums. */
  readBackAt: moment.nullish(),
});
/** The outcome of checking a backup. */
export interface Drill extends z.infer<typeof drillSchema> {
  readonly readBackAt: Date | null;
}

const fileOf = (folder: string): string => join(folder, 'drill.json');

/** Writes the outcome of a drill down beside the backups; `words` are '' where the backup held. */
export async function recordDrill(
  { folder, name }: Backup,
  words: string,
  isReadBack: boolean,
): Promise<void> {
  const at = new Date();
  const holds = words === '';
  const readBackAt = isReadBack && holds ? at : ((await lastDrill(folder))?.readBackAt ?? null);
  const drill = { at, backup: name, holds, words, readBackAt };
  const draft = `${fileOf(folder)}.draft`;
  await writeWhole(draft, JSON.stringify(drill));
  await rename(draft, fileOf(folder));
}

/**
 * The newest drill of a folder of backups; null where there was none, its outcome is unreadable, or
 * it is from the future.
 */
export async function lastDrill(folder: string, now = new Date()): Promise<Drill | null> {
  try {
    const drill = drillSchema.parse(JSON.parse(await readFile(fileOf(folder), 'utf8')));
    if (isFromFuture(drill.at, now)) return null;
    // Before backups were encrypted, each drill read one back.
    const { readBackAt = drill.holds ? drill.at : null } = drill;
    return { ...drill, readBackAt };
  } catch {
    return null;
  }
}
