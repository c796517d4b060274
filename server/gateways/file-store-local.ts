import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#server/process/data-folder.ts';
import type { FileStore } from './file-store.ts';

const folderIn = (dataDir: string): string => path.join(dataDir, 'files');
const draftsIn = (dataDir: string): string => path.join(folderIn(dataDir), 'drafts');

/** Files in `<dataDir>/files`. Each is written under another name, flushed, and then renamed. */
export function createLocalStore(dataDir: string): FileStore {
  const folder = folderIn(dataDir);
  const drafts = draftsIn(dataDir);
  const pathOf = (key: string): string => {
    if (!/^[0-9A-Za-z]+$/.test(key)) throw new Error(`${key} is not the key of a file.`);
    return path.join(folder, key);
  };
  return {
    async put(key, source) {
      const target = pathOf(key);
      const draft = path.join(drafts, randomUUID());
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      try {
        await copyFile(source, draft);
        await flush(draft, 'r+');
        await rename(draft, target);
        await flush(folder, 'r');
      } finally {
        await rm(draft, { force: true });
      }
    },
    async open(key, range) {
      try {
        const handle = await open(pathOf(key));
        return handle.createReadStream(range);
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *keys() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return [];
        throw error;
      });
      const keys = names.filter((name) => name !== path.basename(drafts));
      while (keys.length > 0) yield keys.splice(0, 500);
    },
    close: () => undefined,
  };
}

/**
 * Removes files that a killed server had begun to store. Call it only with the data folder locked.
 */
export const sweepDrafts = (dataDir: string): Promise<void> =>
  rm(draftsIn(dataDir), { recursive: true, force: true });

async function flush(target: string, flags: string): Promise<void> {
  const handle = await open(target, flags);
  try {
    await handle.sync();
  } catch (error) {
    // Some systems can't flush a folder.
    if (flags !== 'r') throw error;
  } finally {
    await handle.close();
  }
}
