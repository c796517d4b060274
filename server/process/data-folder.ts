import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Makes the data folder if it is missing and checks that it can be written. Throws `StartError`
 * when it can't.
 */
export function openDataFolder(dataDir: string): void {
  try {
    // Other users may enter a known path but not list the folder. If root starts the server, the
    // database inside runs as another user.
    makePassable(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

/** Makes a folder that others may pass through and not list, whatever the umask. */
export function makePassable(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (first === undefined) return;
  for (let made = resolve(folder); ; made = dirname(made)) {
    chmodSync(made, 0o711);
    if (made === resolve(first)) return;
  }
}

/** The error for a data folder that refuses a write. */
export function unwritable(dataDir: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new StartError(
    `Hanya cannot write to the data folder ${dataDir} (${code}). Correct its permissions, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** The key that signs sessions, made at the first call and kept in the data folder (mode 0600). */
export function storedSecret(dataDir: string): string {
  const secret = storeOnce(dataDir, 'jwt-secret', () => randomBytes(48).toString('base64url'));
  if (secret.length < 32) {
    throw new StartError(
      `${join(dataDir, 'jwt-secret')} is damaged. Remove this file, and Hanya will make a new one. Everybody must then sign in again.`,
    );
  }
  return secret;
}

/**
 * The content of a private file in the data folder, which `make` fills the first time. The file
 * appears whole or not at all. Two processes that make it at once read the same.
 */
export function storeOnce(dataDir: string, name: string, make: () => string): string {
  openDataFolder(dataDir);
  const path = join(dataDir, name);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw unwritable(dataDir, error);
  }
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw unwritable(dataDir, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

/** Waits until the names in a folder are on the disk. */
export async function flushFolder(path: string): Promise<void> {
  // Some systems can't flush a folder.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** True if a system call failed for this reason (`ENOENT`, `EEXIST`, …). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
