import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import type { SweepJob } from './jobs.ts';
import { checkSteps, latestEveryMinutes, takenMinutes, watchedDays } from './schedule.ts';

type WatchDeps = Pick<Deps, 'db' | 'gateways' | 'config'>;

/** So many bills are taken at once. */
const batchSize = 200;

export const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

const steps = checkSteps.map(
  ({ days, everyMinutes }) => sql`when since > ${daysAgo(days)} then ${everyMinutes}::integer`,
);
/** Minutes between two looks at a bill. */
export const pace = sql`case ${sql.join(steps, sql` `)} else ${latestEveryMinutes}::integer end`;
const nextCheck = sql<Date>`now() + make_interval(mins => ${pace})`;

/** Notes that the gateway was asked about a bill just now, whether it answered, and when it is asked next. */
export async function noteChecked(
  db: Kysely<DB>,
  bookingId: string,
  answered: boolean,
): Promise<void> {
  await db
    .updateTable('bill_checks')
    .set({
      checked_at: sql`now()`,
      next_check_at: nextCheck,
      ...(answered && { answered_at: sql`now()` }),
    })
    .where('booking_id', '=', bookingId)
    .execute();
}

/** From now on no sweep asks about this bill. */
export async function forgetBill(db: Kysely<DB>, bookingId: string): Promise<void> {
  await db.deleteFrom('bill_checks').where('booking_id', '=', bookingId).execute();
}

/** The time at which a sweep asks about a bill next; null where none does any more. */
export async function nextCheckOf(db: Kysely<DB>, bookingId: string): Promise<Date | null> {
  const watched = await db
    .selectFrom('bill_checks')
    .select('next_check_at')
    .where('booking_id', '=', bookingId)
    .where('since', '>', daysAgo(watchedDays))
    .executeTakeFirst();
  return watched?.next_check_at ?? null;
}

/** Takes bills of a gateway that are due, the longest due first; answers their bookings' ids. */
export function takeDueBills(deps: WatchDeps, gateway: PaymentGateway): Promise<string[]> {
  return take(deps, (watched) =>
    watched.where('gateway', '=', gateway.name).where('next_check_at', '<=', sql<Date>`now()`),
  );
}

/** Takes bills of an organisation, or of one of its zones, whether they are due or not. */
export function takeBillsOf(deps: WatchDeps, { organisation, zone }: SweepJob): Promise<string[]> {
  const names = deps.gateways.all.map(({ name }) => name);
  return take(deps, (watched) =>
    watched
      .where('gateway', 'in', names)
      .where('organisation', '=', organisation)
      .$if(zone !== null, (query) => query.where('zone', '=', zone)),
  );
}

type Watched = SelectQueryBuilder<DB, 'bill_checks', { booking_id: string }>;

/**
 * Takes the next bills, at most `batchSize`. No other process takes them meanwhile. If this one
 * dies before it has asked, they are due again in a few minutes.
 */
async function take(
  { db, config }: WatchDeps,
  narrow: (watched: Watched) => Watched,
): Promise<string[]> {
  const taken = await db
    .with(
      (cte) => cte('next').materialized(),
      (cte) =>
        narrow(cte.selectFrom('bill_checks').select('booking_id'))
          .$if(!config.demo, (query) => query.where('demo', '=', false))
          .where('since', '>', daysAgo(watchedDays))
          .orderBy('next_check_at')
          .limit(batchSize)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('bill_checks')
    .from('next')
    .set({ next_check_at: inMinutes(takenMinutes) })
    .whereRef('bill_checks.booking_id', '=', 'next.booking_id')
    .returning('bill_checks.booking_id')
    .execute();
  return taken.map(({ booking_id }) => booking_id);
}
