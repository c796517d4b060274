import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { batchDigest, linkHash, personalDigest, sealHash } from './rules.ts';

/** Rows or seals read at a time. */
const page = 2_000;

/** A root that somebody wrote down outside: the last seal of a day. */
export interface KeptRoot {
  readonly number: number;
  readonly hash: string;
}

export interface Verification {
  readonly rows: number;
  readonly seals: number;
  /** Each place where the trail does not hold, in one sentence; empty when it holds. */
  readonly findings: readonly string[];
}

/**
 * Walks the whole audit trail: the chain of each record, the common chain of seals over them, the
 * records that must have a chain, and the roots that were kept outside. Changes nothing.
 */
export async function verifyAudit(
  db: Database,
  roots: readonly KeptRoot[] = [],
): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => walkTrail(trx, roots));
}

/** The same walk inside a transaction of the caller's, which should see one snapshot. */
export async function walkTrail(
  db: Database,
  roots: readonly KeptRoot[] = [],
): Promise<Verification> {
  const findings: string[] = [];
  const rows = await walkRecords(db, findings);
  const seals = await walkSeals(db, findings, roots);
  await findUnsealed(db, findings);
  await findUnwritten(db, findings);
  return { rows, seals, findings };
}

async function walkRecords(db: Database, findings: string[]): Promise<number> {
  let at = { record_type: '', record_id: '', number: 0 };
  let head = { number: 0, hash: '' };
  let count = 0;
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where(
        sql<boolean>`(record_type, record_id, number) > (${at.record_type}, ${at.record_id}, ${at.number}::integer)`,
      )
      .orderBy('record_type')
      .orderBy('record_id')
      .orderBy('number')
      .limit(page)
      .execute();
    for (const row of rows) {
      const same = row.record_type === at.record_type && row.record_id === at.record_id;
      if (!same) head = { number: 0, hash: '' };
      at = row;
      const name = `${row.record_type} ${row.record_id}`;
      for (let number = head.number + 1; number < row.number; number += 1) {
        findings.push(`Row ${number} of ${name} is missing.`);
      }
      const digest = personalDigest(row.salt, row.before, row.after);
      const hash = linkHash({
        recordType: row.record_type,
        recordId: row.record_id,
        number: row.number,
        event: row.event,
        actorId: row.actor_id,
        actorRole: row.actor_role,
        address: row.address,
        at: row.at.toISOString(),
        digest: row.digest,
        previousHash: row.previous_hash,
      });
      if (hash !== row.hash || digest !== row.digest) {
        findings.push(`Row ${row.number} of ${name} was changed.`);
      } else if (row.number === head.number + 1 && row.previous_hash !== head.hash) {
        findings.push(`Row ${row.number} of ${name} does not follow the row before it.`);
      }
      head = { number: row.number, hash: row.hash };
    }
    count += rows.length;
    if (rows.length < page) return count;
  }
}

async function walkSeals(
  db: Database,
  findings: string[],
  roots: readonly KeptRoot[],
): Promise<number> {
  const outsideRoots = new Map(roots.map((root) => [root.number, root.hash]));
  let head = { number: 0, hash: '' };
  for (;;) {
    const seals = await db
      .selectFrom('audit_seals')
      .select(['number', 'xid', 'digest', 'sealed_at', 'previous_hash', 'hash'])
      // As JSON, since the driver reads the numbers of an array as text.
      .select(sql<number[]>`to_jsonb(row_ids)`.as('rowIds'))
      .where('number', '>', head.number)
      .orderBy('number')
      .limit(50)
      .execute();
    for (const seal of seals) {
      for (let number = head.number + 1; number < seal.number; number += 1) {
        findings.push(`Seal ${number} is missing.`);
      }
      const { number, xid, rowIds, digest } = seal;
      const sealedAt = seal.sealed_at.toISOString();
      const previousHash = seal.previous_hash;
      const hash = sealHash({ number, sealedAt, xid, rowIds, digest, previousHash });
      if (hash !== seal.hash) findings.push(`Seal ${number} was changed.`);
      else if (number === head.number + 1 && previousHash !== head.hash) {
        findings.push(`Seal ${number} does not follow the seal before it.`);
      }
      await walkBatch(db, findings, seal);
      const root = outsideRoots.get(number);
      if (root !== undefined && root !== seal.hash) {
        findings.push(`Seal ${number} is not the one that was kept: the chain was rewritten.`);
      }
      outsideRoots.delete(number);
      head = { number, hash: seal.hash };
    }
    if (seals.length === 0) break;
  }
  for (const number of outsideRoots.keys()) {
    findings.push(`Seal ${number} was kept outside and is missing here.`);
  }
  return head.number;
}

async function walkBatch(
  db: Database,
  findings: string[],
  seal: { number: number; rowIds: readonly number[]; digest: string },
): Promise<void> {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'hash'])
    .where('id', '=', sql<number>`any(${seal.rowIds}::bigint[])`)
    .execute();
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  const missing = seal.rowIds.filter((id) => !hashes.has(id));
  for (const id of missing) {
    findings.push(`The audit row with the id ${id}, under seal ${seal.number}, is missing.`);
  }
  const found = seal.rowIds.map((id) => ({ id, hash: hashes.get(id) ?? '' }));
  if (missing.length === 0 && batchDigest(found) !== seal.digest) {
    findings.push(`The rows under seal ${seal.number} are not the ones that were sealed.`);
  }
}

/**
 * Seals are made within seconds: a row without one after a minute was inserted behind the chain's
 * back.
 */
async function findUnsealed(db: Database, findings: string[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select audit.id
    from audit
    left join (select unnest(row_ids) as id from audit_seals) as sealed on sealed.id = audit.id
    where sealed.id is null
      and audit.xid < pg_snapshot_xmin(pg_current_snapshot())
      and audit.at < now() - interval '1 minute'
    order by audit.id`.execute(db);
  for (const { id } of rows) findings.push(`The audit row with the id ${id} has no seal.`);
}

/** Whether each booking's own columns agree with its audit rows. */
async function findUnwritten(db: Database, findings: string[]): Promise<void> {
  const { rows } = await sql<{ id: string; event: string }>`
    select bookings.id, wanted.event
    from bookings
    cross join lateral (values
      ('booking.made', true),
      ('booking.paid', bookings.paid),
      ('booking.cleared', bookings.completed),
      ('booking.withdrawn', bookings.withdrawn_at is not null)) as wanted (event, due)
    where wanted.due and not exists (
      select from audit
      where record_type = 'booking' and record_id = bookings.id and audit.event = wanted.event)
    order by bookings.id`.execute(db);
  for (const { id, event } of rows) {
    findings.push(`Booking ${id} has no row that says ${event}.`);
  }
}
