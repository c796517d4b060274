import pLimit from 'p-limit';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import { isAway, untilAnswered } from '#server/db/availability.ts';
import type { JobTaker } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { system } from '#server/http/caller.ts';
import { type BillCheckDeps, checkBill } from './bill-check.ts';
import { noteChecked, takeBillsOf, takeDueBills } from './bill-watch.ts';
import { makeBill } from './bills.ts';
import { refreshHeads } from './heads.ts';
import {
  type BillJob,
  billQueue,
  dueQueue,
  headsQueue,
  type NoticeJob,
  noticeQueue,
  type SweepJob,
  sweepQueue,
} from './jobs.ts';
import { askForBillsLeft, putLateBillsBeforePerson } from './late-bills.ts';
import { verifyNotice } from './notices.ts';
import { sweepMinutes } from './schedule.ts';

// Bills that are left wait for the next sweep. Ends well before the job itself expires.
const sweepTimeoutMs = 240_000;

// Several at once, so that a morning's bills or a burst of notices don't queue behind one another.
const batchOptions = {
  pollingIntervalSeconds: 0.5,
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const;

/**
 * Runs the jobs of a batch at once; each that fails is retried alone. One that fails for good is
 * logged; a bill that isn't made stands among the exceptions long before.
 */
export const eachOnItsOwn =
  <Data>(log: Pick<Deps['log'], 'error'>, work: (data: Data) => Promise<void>) =>
  (jobs: JobWithMetadata<Data>[]): Promise<JobResult[]> =>
    Promise.all(
      jobs.map(async ({ id, name, data, retryCount, retryLimit }) => {
        try {
          await work(data);
          return { id, status: 'completed' as const };
        } catch (error) {
          if (retryCount >= retryLimit)
            log.error({ queue: name, job: id, err: error }, 'a job failed for good');
          return { id, status: 'failed' as const, output: { message: String(error) } };
        }
      }),
    );

/** Starts working the jobs that requests have queued. */
export async function workPayments(boss: JobTaker, deps: Deps): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5 };
  await boss.work(
    billQueue.name,
    batchOptions,
    eachOnItsOwn<BillJob>(deps.log, ({ bookingId }) => makeBill(deps, bookingId)),
  );
  await boss.work(
    noticeQueue.name,
    batchOptions,
    eachOnItsOwn<NoticeJob>(deps.log, (notice) => verifyNotice(deps, notice)),
  );
  /** These are not retried: the next one does what was left. */
  const once = (queue: string, work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => undefined,
      (error: unknown) => {
        if (!isAway(error)) deps.log.error({ queue, err: error }, 'a job failed');
        throw error;
      },
    );
  await boss.work<SweepJob>(sweepQueue.name, polling, async ([job]) => {
    if (job) await once(sweepQueue.name, () => sweepBills(deps, job.data));
  });
  await boss.work(dueQueue.name, polling, async ([job]) => {
    if (!job) return;
    const signal = AbortSignal.any([job.signal, AbortSignal.timeout(sweepTimeoutMs)]);
    await once(dueQueue.name, async () => {
      await putLateBillsBeforePerson(deps);
      await askForBillsLeft(deps);
      await sweepDueBills(deps, signal);
    });
  });
  await boss.work(headsQueue.name, () => once(headsQueue.name, () => refreshHeads(deps)));
  await boss.schedule(headsQueue.name, '7 * * * *');
  await boss.schedule(dueQueue.name, `*/${sweepMinutes} * * * *`);
  await untilAnswered(() => refreshHeads(deps));
}

type SweepDeps = BillCheckDeps & Pick<Deps, 'log'>;

const concurrency = 4;

/** Asks the gateway about the watched bills of a scope, one batch of those whose turn is next. */
async function sweepBills(deps: SweepDeps, scope: SweepJob): Promise<void> {
  await askAbout(deps, await takeBillsOf(deps, scope));
}

/**
 * Asks about every bill of every organisation that is due, until none is left or `stop` is aborted;
 * the next sweep goes on from there. Gateways are swept side by side, so that a slow one holds up
 * no other.
 */
async function sweepDueBills(deps: SweepDeps, stop: AbortSignal): Promise<void> {
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
