import type pg from 'pg';

interface Numbers {
  /** Added to the cluster's own numbers. */
  readonly added: string;
  /** To be added so that the next transaction comes after all rows. */
  readonly needed: string;
}

/**
 * Rows keep the number of their transaction, and are sealed, counted and published in that order.
 * After a backup or dump was read into another cluster, its numbers may be lower, and new rows
 * would come before the old ones. This lets the numbers go on where the rows end, and begins a new
 * epoch, so that live streams start afresh. Answers true if that was necessary; otherwise it
 * changes nothing. Call it as the owner, in a transaction, before anything else writes.
 */
export async function continueTransactionNumbers(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query<Numbers>(`
    select (begun::text::bigint - own)::text as added, (next - own)::text as needed
    from (
      select transactions_begun() as begun,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as own,
        greatest(
          (select xid from audit order by xid desc limit 1)::text::bigint + 1,
          (select xid from outbox order by xid desc limit 1)::text::bigint + 1,
          (select xid from audit_seals order by number desc limit 1)::text::bigint + 1,
          (select xid from figure_mark)::text::bigint) as next
    ) as numbers`);
  const [numbers] = rows;
  if (!numbers || BigInt(numbers.needed) <= BigInt(numbers.added)) return false;
  await addToNumbers(owner, BigInt(numbers.needed));
  await beginEpoch(owner);
  return true;
}

/** A listener that knows another epoch starts afresh. */
export async function beginEpoch(owner: pg.ClientBase): Promise<void> {
  await owner.query(`update installation set epoch = replace(gen_random_uuid()::text, '-', '')`);
}

async function addToNumbers(owner: pg.ClientBase, before: bigint): Promise<void> {
  const functions = [
    ['transaction_number', 'pg_current_xact_id()', 'stable'],
    ['transaction_horizon', 'pg_snapshot_xmin(pg_current_snapshot())', 'stable parallel safe'],
    ['transactions_begun', 'pg_snapshot_xmax(pg_current_snapshot())', 'stable parallel safe'],
  ] as const;
  for (const [name, own, nature] of functions) {
    await owner.query(
      `create or replace function ${name}() returns xid8 language sql ${nature}
         return (${own}::text::bigint + ${before})::text::xid8`,
    );
  }
}
