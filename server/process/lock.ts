import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode, openDataFolder, unwritable } from './data-folder.ts';
import { isAlive, startOf } from './process-identity.ts';
import { StartError } from './start-error.ts';

/** Another Hanya already runs on this data folder; the message says where. */
export class AlreadyRunning extends StartError {
  override name = 'AlreadyRunning';
}

export interface Lock {
  release(): void;
}

const holderSchema = z.object({ pid: z.int(), start: z.string().optional(), url: z.string() });

/**
 * Takes the data folder for this process. `address` is where it will be reached.
 * Throws `AlreadyRunning` when a living process holds the folder; a lock left behind is taken over.
 */
export function takeLock(dataDir: string, address: string): Lock {
  openDataFolder(dataDir);
  const path = join(dataDir, 'hanya.lock');
  const start = startOf(process.pid);
  const mine = JSON.stringify({ pid: process.pid, ...(start && { start }), url: address });
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, mine, { mode: 0o644 });
    while (!linked(draft, path)) removeIfStale(path, dataDir);
  } catch (error) {
    throw error instanceof StartError ? error : unwritable(dataDir, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (read(path) === mine) rmSync(path, { force: true });
    },
  };
}

/** Throws `AlreadyRunning` when a living process holds the folder; makes nothing. */
export function refuseIfHeld(dataDir: string): void {
  let held: string | undefined;
  try {
    held = read(join(dataDir, 'hanya.lock'));
  } catch {
    // Whoever takes the lock hears what is wrong with the folder.
  }
  if (held !== undefined) refuseIfAlive(held, dataDir);
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeIfStale(path: string, dataDir: string): void {
  const held = read(path);
  if (held === undefined) return;
  refuseIfAlive(held, dataDir);
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  // Another process may have replaced the stale lock between our look and the rename: give it back.
  if (read(aside) !== held) linked(aside, path);
  rmSync(aside, { force: true });
}

function refuseIfAlive(held: string, dataDir: string): void {
  const holder = parse(held);
  if (!holder || !isAlive(holder.pid)) return;
  if (holder.start !== undefined && holder.start !== startOf(holder.pid)) return;
  throw new AlreadyRunning(
    `Hanya is already running on the data folder ${dataDir}, at ${holder.url} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
}

function parse(held: string): z.infer<typeof holderSchema> | undefined {
  try {
    return holderSchema.parse(JSON.parse(held));
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
