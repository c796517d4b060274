import { sql } from 'kysely';
import { decodeTime, isValid } from 'ulid';
import type { Database } from '#server/db/database.ts';
import type { FileStore } from '#server/gateways/file-store.ts';
import { dayMs } from '#server/time.ts';

/** Days that a file may be without a row: far more than the call takes that writes it. */
const graceDays = 2;

/**
 * Removes files without a row, which a process leaves behind when killed between storing them and
 * their record. They stay for as long as the database can go back: then a record may name them once
 * more. Answers how many.
 */
export async function pruneFiles({
  db,
  store,
  backupKeepDays,
}: {
  readonly db: Database;
  readonly store: FileStore;
  /** The database can go back so many days. */
  readonly backupKeepDays: number;
}): Promise<number> {
  let removed = 0;
  const before = Date.now() - graceDays * dayMs;
  for await (const keys of store.keys()) {
    // In a bucket others may keep files of their own.
    const old = keys.filter((key) => isValid(key) && decodeTime(key) < before);
    if (old.length === 0) continue;
    const unused = await noteUnused(db, old);
    if (unused.length === 0) continue;
    const due = await db
      .selectFrom('unused_files')
      .select('id')
      .where('id', 'in', unused)
      .where('since', '<', sql<Date>`now() - make_interval(days => ${backupKeepDays + graceDays})`)
      .execute();
    for (const { id } of due) {
      await store.remove(id);
      await db.deleteFrom('unused_files').where('id', '=', id).execute();
    }
    removed += due.length;
  }
  return removed;
}

/** Those of the files that have no row; when they were first seen so is written down. */
async function noteUnused(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const used = rows.map(({ id }) => id);
  const unused = ids.filter((id) => !used.includes(id));
  if (used.length > 0) await db.deleteFrom('unused_files').where('id', 'in', used).execute();
  if (unused.length > 0) {
    await db
      .insertInto('unused_files')
      .values(unused.map((id) => ({ id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return unused;
}
