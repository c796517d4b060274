import { sql } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import { owesMoney } from '#contract/owed.ts';
import { billMatters, type BillState, moneyMatters } from '#contract/payments.ts';
import { jobSchema } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { matterOf } from '#server/features/exceptions/queries.ts';
import { billQueue } from './jobs.ts';
import { askedForSince, isSaidToBeLate } from './late-bills.ts';
import { withoutGateway } from './rules.ts';
import { lateMinutes, sweepAfter } from './schedule.ts';

type StateDeps = Pick<Deps, 'db' | 'gateways'>;

/** The state of a booking's bill, without a check of scope: the caller has made it. */
export async function billStateOf(deps: StateDeps, booking: Booking): Promise<BillState> {
  const { _id, billRef, organisation } = booking;
  if (billRef !== null) return madeBill(deps, { _id, billRef });
  if (!owesMoney(booking)) return { is: 'not due' };
  const asked = await deps.db
    .selectFrom('bookings')
    .select((eb) => ['bill_problem', askedForSince.as('since'), isSaidToBeLate(eb).as('isLate')])
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  const last = await matterOf(deps.db, _id, billMatters);
  const matter = last?.closed ? null : last;
  if (matter === null && deps.gateways.of(organisation) === null)
    return { is: 'without gateway', organisation };
  const isLeft = asked.bill_problem === withoutGateway;
  const nextSweep = sweepAfter(new Date());
  const state = {
    since: asked.since.toISOString(),
    problem: asked.bill_problem,
    nextTry: isLeft ? nextSweep.toISOString() : await nextTryOf(deps, _id),
  };
  if (matter === null) {
    const from = isLeft ? sweepAfter(nextSweep) : sweepAfter(asked.since, lateMinutes);
    return { is: 'being made', ...state, personFrom: asked.isLate ? null : from.toISOString() };
  }
  const foundAt = matter.foundAt.toISOString();
  return { is: 'before a person', ...state, matter: matter.kind, foundAt };
}

async function madeBill(
  { db, gateways }: StateDeps,
  { _id, billRef }: { readonly _id: string; readonly billRef: string },
): Promise<BillState> {
  const bill = await db
    .selectFrom('bookings')
    .select('bill_gateway')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  const money = await matterOf(db, _id, moneyMatters);
  return {
    is: 'made',
    billRef,
    gateway: gateways.named(bill.bill_gateway) !== null,
    matter: money === null || money.closed ? null : money.kind,
  };
}

type NextTry = Extract<BillState, { is: 'being made' }>['nextTry'];

interface WaitingJob {
  readonly state: 'created' | 'retry' | 'active';
  readonly start_after: Date;
}

/** The time at which pg-boss runs the job of a bill next. */
async function nextTryOf({ db }: StateDeps, bookingId: string): Promise<NextTry> {
  const jobs = sql.table(`${jobSchema}.job`);
  const job = (states: ReturnType<typeof sql<boolean>>) =>
    sql<WaitingJob>`select state, start_after from ${jobs}
      where name = ${billQueue.name} and ${states} and data ->> 'bookingId' = ${bookingId}
      order by start_after limit 1`.execute(db);
  // Waiting jobs have an index of their own; a running one is seldom looked for.
  const waiting = await job(sql<boolean>`state < 'active' and not blocked`);
  const [found] = waiting.rows;
  if (found) return found.start_after > new Date() ? found.start_after.toISOString() : 'now';
  const underWay = await job(sql<boolean>`state = 'active'`);
  return underWay.rows.length > 0 ? 'now' : null;
}
