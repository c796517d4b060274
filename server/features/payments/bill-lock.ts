import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { takeTurn } from '#server/db/take-turn.ts';

/**
 * One transaction at a time decides about a bill: it is never both given to a booking and found to
 * belong to none.
 */
export async function lockBill(
  trx: Transaction<DB>,
  { gateway, billRef }: { readonly gateway: string; readonly billRef: string },
): Promise<void> {
  await takeTurn(trx, `bill ${gateway} ${billRef}`);
}
