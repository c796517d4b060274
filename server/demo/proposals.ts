import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { ProposalKind } from '#contract/decisions.ts';
import type { Organisation } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { auditRow, type Change } from '#server/features/audit/rules.ts';
import type { Officer } from './staff.ts';
import { actorOf } from './trail.ts';

/** An account of the demo's staff. */
export interface Staff {
  readonly officer: Officer;
  readonly id: string;
}

/** Writes the next row of a record's trail, of a moment in the past. */
export async function noteAt(
  trx: Transaction<DB>,
  at: Date,
  { officer, id }: Staff,
  change: Change,
): Promise<void> {
  const { rows } = await sql<{ number: number; hash: string }>`
    select number, hash from last_audit_row(${change.record}, ${change.id})`.execute(trx);
  const salt = randomBytes(16).toString('hex');
  const row = auditRow(actorOf(officer, id), change, { at, salt, previous: rows[0] });
  await trx.insertInto('audit').values(row).execute();
}

interface Proposed {
  readonly kind: ProposalKind;
  readonly organisation: Organisation;
  readonly zone?: string;
  readonly subject: string;
  readonly body: object;
  readonly reason: string;
}

/** What an account proposed at that moment; answers its id. */
export async function proposeAt(
  trx: Transaction<DB>,
  at: Date,
  { id: proposed_by }: Staff,
  { body, ...proposed }: Proposed,
): Promise<string> {
  const id = ulid(at.getTime());
  await trx
    .insertInto('proposals')
    .values({
      ...proposed,
      id,
      demo: true,
      body: JSON.stringify(body),
      proposed_by,
      proposed_at: at,
    })
    .execute();
  return id;
}

/** Another account confirmed it at that moment. */
export async function confirmAt(
  trx: Transaction<DB>,
  at: Date,
  { id: decided_by }: Staff,
  proposal: string,
): Promise<void> {
  await trx
    .updateTable('proposals')
    .set({ outcome: 'confirmed', decided_by, decided_at: at })
    .where('id', '=', proposal)
    .execute();
}
