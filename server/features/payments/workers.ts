import type { JobResult, JobWithMetadata } from 'pg-boss';
import { isAway, untilAnswered } from '#server/db/availability.ts';
import type { JobTaker } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
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
import { sweepBills, sweepDueBills } from './sweep.ts';

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
