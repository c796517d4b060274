import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '#server/process/data-folder.ts';
import { findBinaries, makeLinks } from './binaries.ts';
import { openRootHome, reachableBinaries, type RunAs } from './root.ts';

/** The folder of the embedded database's files, and the user who runs it. */
export interface Home {
  readonly binaries: string;
  readonly version: string;
  readonly folder: string;
  readonly cluster: string;
  readonly logs: string;
  /** The user that PostgreSQL runs as when root starts it. */
  readonly runAs?: RunAs;
  /** Every piece of the log is copied here, if it is set. */
  readonly archive?: string;
  /** The memory that it may count on, in MB. Not set: all of this machine. */
  readonly memoryMb?: number;
}

/**
 * Finds the folder for a data folder's database, and makes it. For an ordinary user everything is
 * in the data folder; for root, see `embedded-root.ts`. Throws `StartError` when there is none.
 */
export function openHome(dataDir: string): Home {
  openDataFolder(dataDir);
  const { folder: shipped, version } = findBinaries();
  if (process.getuid?.() !== 0) {
    makeLinks(shipped);
    const folder = join(dataDir, 'postgres');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { binaries: shipped, version, ...layout(folder) };
  }
  const { folder, runAs } = openRootHome(dataDir);
  const binaries = reachableBinaries({ folder: shipped, version }, runAs);
  return { binaries, version, ...layout(folder), runAs };
}

function layout(folder: string) {
  const real = realpathSync(folder);
  return { folder: real, cluster: join(real, 'cluster'), logs: join(real, 'logs') };
}
