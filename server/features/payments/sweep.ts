import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Deps } from '#server/deps.ts';
import type { PaymentGateway } from '#server/gateways/payment-gateway.ts';
import { system } from '#server/http/caller.ts';
import type { SweepJob } from './jobs.ts';
import { restMinutes } from './schedule.ts';
import { checkBill } from './bill-check.ts';

type SweepDeps = Pick<Deps, 'db' | 'gateways' | 'config' | 'log'>;

const atMost = 200;
const atOnce = 4;

// Money for a withdrawn booking may still come, but not for ever.
const stillWatched = sql<boolean>`(withdrawn_at is null or withdrawn_at > now() - interval '90 days')`;

// A bill that is just being made or paid is Check Status's to ask about, or a notice's.
const isDue = sql<boolean>`coalesce(checked_at, created_at) < now() - make_interval(mins => ${restMinutes})`;

/** Asks the gateway about the open bills of a scope, those longest unasked first, so many at most. */
export async function sweepBills(deps: SweepDeps, { organisation, zone }: SweepJob): Promise<void> {
  const open = await openBills(deps, deps.gateways.all)
    .where('organisation', '=', organisation)
    .$if(zone !== null, (query) => query.where('zone', '=', zone))
    .execute();
  await askAbout(deps, open);
}

/**
 * Asks about every open bill of every organisation that was left alone long enough, until
 * none is left or `stop` says so; the next sweep then goes on where this one ended. Each gateway has
 * its own row, so that a slow one holds up nobody else's bills.
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
    .limit(atMost);
}

async function askAbout(
  deps: SweepDeps,
  bills: readonly { readonly id: string }[],
  stop?: AbortSignal,
): Promise<void> {
  await pLimit(atOnce).map(bills, async ({ id }) => {
    if (!stop?.aborted) await askAboutOne(deps, id);
  });
}

/** A bill that can't be settled is logged and takes its turn like any other: it keeps nobody waiting. */
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
