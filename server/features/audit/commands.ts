import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { AuditEvent } from '#contract/endpoint.ts';
import type { DB } from '#server/db/tables.ts';
import type { Actor } from '#server/http/caller.ts';
import { linkHash, personalDigest } from './rules.ts';

export interface Change {
  readonly event: AuditEvent;
  readonly record:
    'booking' | 'collision' | 'user' | 'organisation' | 'view' | 'exception' | 'offence' | 'notice';
  readonly id: string;
  /** `null` when there was nothing before. */
  readonly before: object | null;
  readonly after: object | null;
}

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
  const at = new Date();
  const link = {
    recordType: change.record,
    recordId: change.id,
    number: (last?.number ?? 0) + 1,
    event: change.event,
    actorId: actor.id,
    actorRole: actor.role,
    address: actor.address,
    at: at.toISOString(),
    digest: personalDigest(salt, change.before, change.after),
    previousHash: last?.hash ?? '',
  };
  await trx
    .insertInto('audit')
    .values({
      record_type: link.recordType,
      record_id: link.recordId,
      number: link.number,
      event: link.event,
      actor_id: link.actorId,
      actor_role: link.actorRole,
      address: link.address,
      at,
      before: change.before === null ? null : JSON.stringify(change.before),
      after: change.after === null ? null : JSON.stringify(change.after),
      salt,
      digest: link.digest,
      previous_hash: link.previousHash,
      hash: linkHash(link),
    })
    .execute();
}
