import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Backup, writeWhole } from './backup-folder.ts';

const drillSchema = z.object({
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** The backup's name. */
  backup: z.string(),
  holds: z.boolean(),
  /** Says in a sentence what was wrong; is '' where it held. */
  words: z.string(),
});
/** The outcome of reading a backup back. */
export type Drill = z.infer<typeof drillSchema>;

const fileOf = (folder: string): string => join(folder, 'drill.json');

/** Writes the outcome of a drill down beside the backups; `words` are '' where the backup held. */
export async function recordDrill({ folder, name }: Backup, words: string): Promise<void> {
  const drill = { at: new Date(), backup: name, holds: words === '', words };
  const draft = `${fileOf(folder)}.draft`;
  await writeWhole(draft, JSON.stringify(drill));
  await rename(draft, fileOf(folder));
}

/** The newest drill of a folder of backups; null where there was none, or its outcome is unreadable. */
export async function lastDrill(folder: string): Promise<Drill | null> {
  try {
    return drillSchema.parse(JSON.parse(await readFile(fileOf(folder), 'utf8')));
  } catch {
    return null;
  }
}
