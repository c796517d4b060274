import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#server/gateways/file-store.ts';
import { type Decryption, storedAt } from '#server/process/encryption.ts';
import { StartError } from '#server/process/start-error.ts';
import { filesOf, measure, nowhere } from './backup-folder.ts';

/** A row of the table `files`. */
interface KeptFile {
  readonly id: string;
  readonly sha256: string;
}

/**
 * Says why a picture or video in a folder of backups isn't the one of its row, if it isn't. `clear`
 * is a path for a copy that isn't encrypted.
 */
export async function whyNotKept(
  folder: string,
  { id, sha256 }: KeptFile,
  decrypt: Decryption,
  clear?: string,
): Promise<string | undefined> {
  const path = storedAt(join(filesOf(folder), id));
  const read = measure();
  const into = clear === undefined ? nowhere() : createWriteStream(clear, { mode: 0o600 });
  try {
    await pipeline(createReadStream(path), decrypt(path), read.stream, into);
    if (read.hash.digest('hex') === sha256) return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
  }
  return `${path} is missing or damaged.`;
}

/** Puts a kept file back into the store, or says why it can't. */
export async function putBack(
  store: FileStore,
  folder: string,
  file: KeptFile & { readonly type: string },
  decrypt: Decryption,
): Promise<string | undefined> {
  const path = storedAt(join(filesOf(folder), file.id));
  const aside = await mkdtemp(join(tmpdir(), 'hanya-restore-'));
  try {
    const clear = path.endsWith('.age') ? join(aside, file.id) : undefined;
    const why = await whyNotKept(folder, file, decrypt, clear);
    if (why === undefined) await store.put(file.id, clear ?? path, file.type);
    return why;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
