import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { AuditEvent } from '#contract/endpoint.ts';
import type { Audit } from '#server/db/tables.ts';
import type { Actor } from '#server/http/caller.ts';
import { linkHash, personalDigest } from '#server/features/audit/rules.ts';

/** A change of a record as it will stand in the audit trail. */
export interface Entry {
  readonly event: AuditEvent;
  readonly actor: Actor;
  readonly at: Date;
  readonly before: object | null;
  readonly after: object | null;
}

/** The chain of one record, from its first change on: the same links as if each had been written alone. */
export function chainOf(
  recordId: string,
  entries: readonly Entry[],
  recordType: 'booking' | 'collision' = 'booking',
): Insertable<Audit>[] {
  let previousHash = '';
  // One draw for the whole chain: thousands of small ones take longer than all the hashing.
  const salts = randomBytes(16 * entries.length).toString('hex');
  return entries.map(({ event, actor, at, before, after }, index) => {
    const salt = salts.slice(32 * index, 32 * (index + 1));
    const link = {
      recordType,
      recordId,
      number: index + 1,
      event,
      actorId: actor.id,
      actorRole: actor.role,
      address: actor.address,
      at: at.toISOString(),
      digest: personalDigest(salt, before, after),
      previousHash,
    };
    const hash = linkHash(link);
    const row = {
      record_type: link.recordType,
      record_id: link.recordId,
      number: link.number,
      event: link.event,
      actor_id: link.actorId,
      actor_role: link.actorRole,
      address: link.address,
      at,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      salt,
      digest: link.digest,
      previous_hash: previousHash,
      hash,
    };
    previousHash = hash;
    return row;
  });
}
