import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** At most so many rows share one seal. */
const rowsPerSeal = 1_000;

/**
 * Seals committed rows without a seal, in the order of (xid, id), at most 1,000, and answers how
 * many. Rows of transactions above the oldest open one wait. Answers 0 while another process is at
 * it. The database makes the seal: the application can't write one.
 */
export async function sealAudit(db: Database): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`
    select seal_audit(${rowsPerSeal}) as sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}
