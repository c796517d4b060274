import { sql } from 'kysely';
import { decisionKindOf, proposalKinds } from '#contract/decisions.ts';
import type { Held } from '#server/acts/differences.ts';
import type { Database } from '#server/db/database.ts';
import { compareFigures } from '#server/figures/verification.ts';
import { compareRecords } from './records.ts';
import { batchDigest, linkHash, mostTold, personalDigest, sealHash } from './rules.ts';

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
  /**
   * The places where the trail does not hold, each in one sentence: up to `mostTold` and one that
   * says that there are more. Empty when it holds.
   */
  readonly findings: readonly string[];
}

/** Keeps the first findings: of a table that was changed as a whole there are millions. */
class Findings {
  readonly #first: string[] = [];
  #more = false;

  push(finding: string): void {
    if (this.#first.length < mostTold) this.#first.push(finding);
    else this.#more = true;
  }

  told(): string[] {
    return this.#more
      ? [...this.#first, 'There are more findings, which are not listed.']
      : this.#first;
  }
}

/**
 * Walks the whole audit trail: each record's chain, the common chain of seals over them, and the
 * roots kept outside. Then it holds the records against the trail. It changes nothing.
 */
export async function verifyTrail(
  db: Database,
  ofModules: Held,
  roots: readonly KeptRoot[] = [],
): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The trail of many years takes longer than any call may.
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local transaction_timeout = 0`.execute(trx);
      return walkInside(trx, ofModules, roots);
    });
}

/** The same walk inside a transaction of the caller's, which should see one snapshot. */
export async function walkInside(
  db: Database,
  ofModules: Held,
  roots: readonly KeptRoot[] = [],
): Promise<Verification> {
  const findings = new Findings();
  const rows = await walkRecords(db, findings);
  const { seals, end } = await walkSeals(db, findings, roots);
  await findUnsealed(db, findings, end);
  for (const finding of await compareRecords(db, ofModules)) findings.push(finding);
  for (const finding of await compareFigures(db, mostTold + 1)) findings.push(finding);
  return { rows, seals, findings: findings.told() };
}

async function walkRecords(db: Database, findings: Findings): Promise<number> {
  let at = { record_type: '', record_id: '', number: 0 };
  let head = { number: 0, hash: '', at: 0 };
  let count = 0;
  let erased: string[] = [];
  const close = () => {
    for (const row of erased) findings.push(`${row} was erased, and no later row says so.`);
    erased = [];
  };
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
      if (!same) {
        close();
        head = { number: 0, hash: '', at: 0 };
      }
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
      // The hash of a row still covers the digest of its erased personal part.
      const isErased = row.salt === '' && row.before === null && row.after === null;
      if (isErased) erased.push(`Row ${row.number} of ${name}`);
      else if (row.event === 'booking.erased') erased = [];
      if (hash !== row.hash || (!isErased && digest !== row.digest)) {
        findings.push(`Row ${row.number} of ${name} was changed.`);
      } else if (row.number === head.number + 1 && row.previous_hash !== head.hash) {
        findings.push(`Row ${row.number} of ${name} does not follow the row before it.`);
      } else if (row.at.getTime() < head.at - longestMs) {
        findings.push(`Row ${row.number} of ${name} has an earlier time than the row before it.`);
      }
      head = { number: row.number, hash: row.hash, at: row.at.getTime() };
    }
    count += rows.length;
    if (rows.length < page) break;
  }
  close();
  return count;
}

async function walkSeals(
  db: Database,
  findings: Findings,
  roots: readonly KeptRoot[],
): Promise<{ seals: number; end: SealedUpTo }> {
  let end: SealedUpTo = { xid: '0', id: 0, sealedAt: null };
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
      await walkBatch(db, findings, seal, end);
      end = { xid, id: rowIds.at(-1) ?? 0, sealedAt: seal.sealed_at };
      const root = outsideRoots.get(number);
      if (root !== undefined && root !== seal.hash) {
        findings.push(
          `Seal ${number} is different from the copy that is kept outside Hanya, so the chain was rewritten.`,
        );
      }
      outsideRoots.delete(number);
      head = { number, hash: seal.hash };
    }
    if (seals.length === 0) break;
  }
  for (const number of outsideRoots.keys()) {
    findings.push(
      `A copy of seal ${number} is kept outside Hanya, but the seal is missing from the database.`,
    );
  }
  return { seals: head.number, end };
}

/** The walk's place in the order in which rows are sealed. */
interface SealedUpTo {
  readonly xid: string;
  readonly id: number;
  readonly sealedAt: Date | null;
}

interface ReadSeal {
  readonly number: number;
  readonly xid: string;
  readonly rowIds: readonly number[];
  readonly digest: string;
  readonly sealed_at: Date;
}

/** Longer than any transaction lives, and than the clocks of two machines may be apart. */
const longestMs = 600_000;

/** Every row between the seal before and this one must be under it, and be of that moment. */
async function walkBatch(
  db: Database,
  findings: Findings,
  seal: ReadSeal,
  from: SealedUpTo,
): Promise<void> {
  const last = seal.rowIds.at(-1) ?? 0;
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'hash', 'at', 'xid', 'record_type', 'record_id', 'number'])
    .where(sql<boolean>`(xid, id) > (${from.xid}::xid8, ${from.id}::bigint)`)
    .where(sql<boolean>`(xid, id) <= (${seal.xid}::xid8, ${last}::bigint)`)
    .orderBy('xid')
    .orderBy('id')
    .execute();
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  const missing = seal.rowIds.filter((id) => !hashes.has(id));
  for (const id of missing) {
    findings.push(`The audit row with the id ${id}, under seal ${seal.number}, is missing.`);
  }
  const sealed = new Set(seal.rowIds);
  for (const { id } of rows.filter((row) => !sealed.has(row.id))) {
    findings.push(`The audit row with the id ${id} has no seal.`);
  }
  const found = seal.rowIds.map((id) => ({ id, hash: hashes.get(id) ?? '' }));
  if (missing.length === 0 && batchDigest(found) !== seal.digest) {
    findings.push(`The rows under seal ${seal.number} are not the ones that were sealed.`);
  }
  const untimely = rows.filter(({ at, xid }) => {
    const isLater = at.getTime() > seal.sealed_at.getTime() + longestMs;
    // A row of the transaction that ended the seal before may have waited for long.
    const isEarlier =
      from.sealedAt !== null &&
      xid !== from.xid &&
      at.getTime() < from.sealedAt.getTime() - longestMs;
    return isLater || isEarlier;
  });
  const known = await demoRows(db, untimely);
  for (const { id, record_type, record_id, number } of untimely) {
    if (known.has(id)) continue;
    findings.push(
      `Row ${number} of ${record_type} ${record_id} has a time that its seal does not allow.`,
    );
  }
}

/** A row of a demo's proposal is one of its own steps: it excuses no other. */
const steps = proposalKinds.flatMap((kind) =>
  Object.values(decisionKindOf(kind).steps).map(
    ({ event }) => sql`(${sql.lit(kind)}, ${sql.lit(event)})`,
  ),
);

/** The demo tells of a year before it was made. */
async function demoRows(
  db: Database,
  rows: readonly { readonly id: number; readonly record_id: string }[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const found = await sql<{ id: number }>`
    select audit.id from audit
    where audit.id = any(${rows.map(({ id }) => id)})
      and (exists (select from bookings where demo and bookings.id = record_id)
        or exists (select from collisions where demo and collisions.id = record_id)
        or record_type in ('organisation', 'offence') and exists (
          select from proposals
          where demo and (proposals.kind, audit.event) in (${sql.join(steps)})
            and proposals.id in (after ->> 'proposal', before ->> 'proposal',
                                 after ->> 'statement')))`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

/**
 * Seals are made within seconds. A row without one after a minute was inserted behind the chain's
 * back, or nobody seals. Its time comes from a server, whose clock may be five minutes behind. A
 * row of a coming transaction or moment is never sealed.
 */
async function findUnsealed(
  db: Database,
  findings: Findings,
  { xid, id }: SealedUpTo,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from audit
    where (xid, id) > (${xid}::xid8, ${id}::bigint)
      and (xid < transaction_horizon() and at < now() - interval '6 minutes'
           or at < now() - interval '10 minutes' or at > now() + interval '10 minutes'
           or xid >= transactions_begun())
    order by id limit ${mostTold + 1}`.execute(db);
  for (const row of rows) findings.push(`The audit row with the id ${row.id} has no seal.`);
}
