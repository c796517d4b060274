import { sql, type Transaction } from 'kysely';
import type { DB } from './tables.ts';

/** Until the end of the transaction, others that take a turn of this name wait. */
export async function takeTurn(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
