import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { watchedDays } from './schedule.ts';

/**
 * Deletes notices that were settled so many days ago, unless an exception of their bill is open,
 * and answers how many. The trail says that they came. If a gateway repeats one, it is asked once
 * more, which pays nothing twice.
 */
export async function pruneNotices(db: Database, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('settled_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_exceptions as open')
            .select('open.id')
            .whereRef('open.gateway', '=', 'notices.gateway')
            .whereRef('open.bill_ref', '=', 'notices.bill_ref')
            .where('open.closed_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the bills that the sweeps leave alone by their age. */
export async function pruneBillChecks(db: Database): Promise<void> {
  await db
    .deleteFrom('bill_checks')
    .where('since', '<', sql<Date>`now() - make_interval(days => ${watchedDays})`)
    .execute();
}
