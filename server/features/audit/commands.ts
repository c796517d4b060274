import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { prepared } from '#server/db/reading/prepared.ts';
import type { DB } from '#server/db/tables.ts';
import type { Actor } from '#server/http/caller.ts';
import { noteSecurityEvent } from '#server/http/security-events.ts';
import { auditRow, type Change } from './rules.ts';
import { securityEventOf } from './security.ts';

export type { Change } from './rules.ts';

/**
 * Writes down who changed what, in the change's own transaction, as the next
 * link of the record's chain. Two changes of one record wait for each other.
 */
export async function writeAudit(
  trx: Transaction<DB>,
  actor: Actor,
  change: Change,
): Promise<void> {
  const { rows } = await sql<Link>`${prepared}
    select number, hash from last_audit_row(${change.record}, ${change.id})`.execute(trx);
  await insertLink(trx, actor, change, rows[0]);
  const matters = securityEventOf(actor, change);
  if (matters) await noteSecurityEvent(trx, matters);
}

/**
 * The same for a record that the transaction has just made. Nobody else can know it, so its first
 * link needs neither lock nor look-up. Fails where the record has a trail.
 */
export const writeFirstAudit = (
  trx: Transaction<DB>,
  actor: Actor,
  change: Change & { readonly before: null },
): Promise<void> => insertLink(trx, actor, change, undefined);

interface Link {
  readonly number: number;
  readonly hash: string;
}

async function insertLink(
  trx: Transaction<DB>,
  actor: Actor,
  change: Change,
  previous: Link | undefined,
): Promise<void> {
  const salt = randomBytes(16).toString('hex');
  const row = auditRow(actor, change, { at: new Date(), salt, previous });
  await trx.insertInto('audit').values(row).modifyEnd(prepared).execute();
}
