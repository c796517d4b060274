import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { foldLists } from '#server/lists/counters.ts';

const foldLimit = 10_000;
const offencesAtOnce = 500;
const reconciledAtOnce = 2_000;
/** So many days are counted one by one; only those of the running week are drawn. */
const daysCounted = 31;

/**
 * Folds what has happened into the counters of lists, of offences, of reconciliations and of days;
 * answers how many changes.
 */
export async function foldCounters(db: Database): Promise<number> {
  const listed = await foldLists(db);
  const charged = await foldOffences(db);
  const reconciled = await foldReconciliation(db);
  return listed + charged + reconciled + (await foldDays(db));
}

/**
 * Folds the changes of offences into their counters, `atLeast` so many at once; answers how many.
 * Each changes several counters, and many bookings change the same ones: folded together they cost
 * a fraction. A read adds what isn't folded yet, so fewer may wait for as long as they like. Those
 * of transactions above the oldest one still open wait. Does nothing while another process folds.
 */
export async function foldOffences(db: Database, atLeast = offencesAtOnce): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_offences(${atLeast}, ${daysCounted}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/**
 * Folds what happened to bookings into the counters of reconciliations, `atLeast` so many changes at
 * once or those that have waited for an hour; answers how many. Of a booking several counters change,
 * and of the next one many of the same. A read adds what isn't folded yet. Does nothing while another
 * process folds.
 */
export async function foldReconciliation(
  db: Database,
  atLeast = reconciledAtOnce,
): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_reconciliation(${atLeast}, ${foldLimit}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}

/** Deletes the changes of offences that are folded, and the days that no chart draws any more. */
export async function pruneOffences(db: Database): Promise<void> {
  await sql`select prune_offences(${daysCounted})`.execute(db);
}

/**
 * Folds outbox events beyond the watermark into the counters of their day and moves the watermark;
 * answers how many, at most 10,000. Events of transactions above the oldest one still open wait.
 * Answers 0 while another process folds.
 */
async function foldDays(db: Database): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    select fold_days(${foldLimit}) as folded`.execute(db);
  return rows[0]?.folded ?? 0;
}
