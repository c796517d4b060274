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

/** The same for many records of one kind. None has a second change among them. */
export async function writeAuditOfMany(
  trx: Transaction<DB>,
  actor: Actor,
  changes: readonly Change[],
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const ids = changes.map(({ id }) => id).sort();
  const { rows } = await sql<Link & { readonly id: string }>`
    select one.id, number, hash
    from unnest(${ids}::text[]) as one (id)
      cross join lateral last_audit_row(${first.record}, one.id)`.execute(trx);
  const previous = new Map(rows.map(({ id, ...link }) => [id, link]));
  const at = new Date();
  const links = changes.map((change) =>
    auditRow(actor, change, { at, salt: newSalt(), previous: previous.get(change.id) }),
  );
  await trx.insertInto('audit').values(links).execute();
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
  const row = auditRow(actor, change, { at: new Date(), salt: newSalt(), previous });
  await trx.insertInto('audit').values(row).modifyEnd(prepared).execute();
}

const newSalt = (): string => randomBytes(16).toString('hex');
