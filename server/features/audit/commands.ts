import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Actor } from '#server/http/caller.ts';
import { auditRow, type Change } from './rules.ts';

/**
 * Writes down who changed what, in the change's own transaction, as the next
 * link of the record's chain. Two changes of one record wait for each other.
 */
export async function writeAudit(trx: Transaction<DB>, actor: Actor, change: Change) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${change.record} ${change.id}`}, 0))`.execute(
    trx,
  );
  const last = await trx
    .selectFrom('audit')
    .select(['number', 'hash'])
    .where('record_type', '=', change.record)
    .where('record_id', '=', change.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const salt = randomBytes(16).toString('hex');
  const row = auditRow(actor, change, { at: new Date(), salt, previous: last });
  await trx.insertInto('audit').values(row).execute();
}
