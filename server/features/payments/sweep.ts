import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Deps } from '#server/deps.ts';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { system } from '#server/http/caller.ts';
import { checkBill } from './bill-check.ts';
import type { SweepJob } from './jobs.ts';
import { recheckMinutes } from './schedule.ts';

type SweepDeps = Pick<Deps, 'db' | 'gateways' | 'config' | 'log'>;

const batchSize = 200;
const concurrency = 4;

// Money for a withdrawn booking may still arrive, but not for ever.
const stillWatched = sql<boolean>`(withdrawn_at is null or withdrawn_at > now() - interval '90 days')`;

// The payment of a new bill is noticed by Check Status or a notice; the sweeps need not ask.
const isDue = sql<boolean>`coalesce(checked_at, created_at) < now() - make_interval(mins => ${recheckMinutes})`;

/**
 * Asks the gateway about the open bills of a scope, at most `batchSize`, the longest unasked first.
 */
export async function sweepBills(deps: SweepDeps, { organisation, zone }: SweepJob): Promise<void> {
  const open = await openBills(deps, deps.gateways.all)
    .where('organisation', '=', organisation)
    .$if(zone !== null, (query) => query.where('zone', '=', zone))
    .execute();
  await askAbout(deps, open);
}

/**
 * Asks about every open bill of every organisation that is due, until none is left or `stop` is
 * aborted; the next sweep continues from there. Gateways are swept side by side, so that a slow one
 * doesn't hold up the bills of another.
 */
export async function sweepDueBills(deps: SweepDeps, stop: AbortSignal): Promise<void> {
  await Promise.all(
    deps.gateways.all.map(async (gateway) => {
      while (!stop.aborted) {
        const due = await openBills(deps, [gateway]).where(isDue).execute();
        if (due.length === 0) return;
        await askAbout(deps, due, stop);
      }
    }),
  );
}

function openBills({ db, config }: SweepDeps, gateways: readonly PaymentGateway[]) {
  const names = gateways.map(({ name }) => name);
  return db
    .selectFrom('bookings')
    .select('id')
    .$if(!config.demo, (query) => query.where('demo', '=', false))
    .where('paid', '=', false)
    .where('bill_ref', 'is not', null)
    .where('bill_gateway', 'in', names)
    .where(stillWatched)
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(batchSize);
}

async function askAbout(
  deps: SweepDeps,
  bills: readonly { readonly id: string }[],
  stop?: AbortSignal,
): Promise<void> {
  await pLimit(concurrency).map(bills, async ({ id }) => {
    if (!stop?.aborted) await askAboutOne(deps, id);
  });
}

/** A failure is logged and counts as asked, so that the bill doesn't hold up the others. */
async function askAboutOne({ db, gateways, log }: SweepDeps, bookingId: string): Promise<void> {
  try {
    await checkBill({ db, gateways }, system, { bookingId }, 'sweep');
  } catch (error) {
    log.error(error);
    await db
      .updateTable('bookings')
      .set({ checked_at: new Date() })
      .where('id', '=', bookingId)
      .execute();
  }
}
