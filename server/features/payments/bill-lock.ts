import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * Lets one transaction at a time decide whose a bill is: it is given to a booking, or found to be
 * nobody's, never both.
 */
export async function lockBill(
  trx: Transaction<DB>,
  { gateway, billRef }: { readonly gateway: string; readonly billRef: string },
): Promise<void> {
  const key = `bill ${gateway} ${billRef}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}
