import pLimit from 'p-limit';
import type { Deps } from '#server/deps.ts';
import { system } from '#server/http/caller.ts';
import { type BillCheckDeps, checkBill } from './bill-check.ts';
import { noteChecked, takeBillsOf, takeDueBills } from './bill-watch.ts';
import type { SweepJob } from './jobs.ts';

type SweepDeps = BillCheckDeps & Pick<Deps, 'log'>;

const concurrency = 4;

/** Asks the gateway about the watched bills of a scope, one batch of those whose turn is next. */
export async function sweepBills(deps: SweepDeps, scope: SweepJob): Promise<void> {
  await askAbout(deps, await takeBillsOf(deps, scope));
}

/**
 * Asks about every bill of every organisation that is due, until none is left or `stop` is aborted;
 * the next sweep goes on from there. Gateways are swept side by side, so that a slow one holds up
 * no other.
 */
export async function sweepDueBills(deps: SweepDeps, stop: AbortSignal): Promise<void> {
  await Promise.all(
    deps.gateways.all.map(async (gateway) => {
      while (!stop.aborted) {
        const due = await takeDueBills(deps, gateway);
        if (due.length === 0) return;
        await askAbout(deps, due, stop);
      }
    }),
  );
}

async function askAbout(
  deps: SweepDeps,
  bookingIds: readonly string[],
  stop?: AbortSignal,
): Promise<void> {
  await pLimit(concurrency).map(bookingIds, async (id) => {
    if (!stop?.aborted) await askAboutOne(deps, id);
  });
}

/** A failure is logged and counts as asked, so that the bill doesn't hold up the others. */
async function askAboutOne({ log, ...deps }: SweepDeps, bookingId: string): Promise<void> {
  try {
    await checkBill(deps, system, { bookingId }, 'sweep');
  } catch (error) {
    log.error(error);
    await noteChecked(deps.db, bookingId, false);
  }
}
