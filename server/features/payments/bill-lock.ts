import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * One transaction at a time decides about a bill: it is never both given to a booking and found to
 * belong to none.
 */
export async function lockBill(
  trx: Transaction<DB>,
  { gateway, billRef }: { readonly gateway: string; readonly billRef: string },
): Promise<void> {
  const key = `bill ${gateway} ${billRef}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}
