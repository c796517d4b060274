import { decodeTime, isValid } from 'ulid';
import type { Database } from '#server/db/database.ts';
import type { FileStore } from '#server/gateways/file-store.ts';

/** Milliseconds that a file may be without a row: far more than the call takes that writes it. */
const graceMs = 48 * 3_600_000;

/**
 * Removes files without a row, which a process leaves behind that is killed between storing them and
 * its record. Nobody can be shown them.
 */
export async function pruneFiles({
  db,
  store,
}: {
  readonly db: Database;
  readonly store: FileStore;
}): Promise<void> {
  const before = Date.now() - graceMs;
  for await (const keys of store.keys()) {
    // In a bucket others may keep files of their own.
    const old = keys.filter((key) => isValid(key) && decodeTime(key) < before);
    if (old.length === 0) continue;
    const rows = await db.selectFrom('files').select('id').where('id', 'in', old).execute();
    const used = new Set(rows.map(({ id }) => id));
    for (const key of old) if (!used.has(key)) await store.remove(key);
  }
}
