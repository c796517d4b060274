import { type Kysely, sql } from 'kysely';
import type { DB } from './tables.ts';

/** Why a message isn't sent that was due before a restore. */
export const maybeSent = 'It may have been sent before the restore.';

/** When the database was last restored, as SQL; null while it never was. */
export const restoredAt = sql<Date | null>`(select restored_at from installation)`;

/** True if a moment was over when the database was restored. */
export async function isBeforeRestore(db: Kysely<DB>, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ isBefore: boolean }>`
    select coalesce(${moment}::timestamptz <= ${restoredAt}, false) as "isBefore"`.execute(db);
  return rows[0]?.isBefore === true;
}
