import type { Job, JobResult, PgBoss } from 'pg-boss';
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
import { verifyNotice } from './notices.ts';
import { putLateBillsBeforePerson } from './late-bills.ts';
import { sweepMinutes } from './schedule.ts';
import { sweepBills, sweepDueBills } from './sweep.ts';

// The rest is left to the next sweep, well before this one counts as dead.
const longestSweep = 240_000;

// Several at once, so that a morning's bills or a burst of notices don't queue behind one another.
const together = {
  pollingIntervalSeconds: 0.5,
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Does the jobs of a batch at once; each that fails is tried again by itself. */
const eachByItself =
  <Data>(work: (data: Data) => Promise<void>) =>
  (jobs: Job<Data>[]): Promise<JobResult[]> =>
    Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await work(data);
          return { id, status: 'completed' as const };
        } catch (error) {
          return { id, status: 'failed' as const, output: { message: String(error) } };
        }
      }),
    );

/** Takes up the work that requests left behind; runs until the jobs are stopped. */
export async function workPayments(boss: PgBoss, deps: Deps): Promise<void> {
  const often = { pollingIntervalSeconds: 0.5 };
  await boss.work(
    billQueue.name,
    together,
    eachByItself<BillJob>(({ bookingId }) => makeBill(deps, bookingId)),
  );
  await boss.work(
    noticeQueue.name,
    together,
    eachByItself<NoticeJob>((notice) => verifyNotice(deps, notice)),
  );
  await boss.work<SweepJob>(sweepQueue.name, often, async ([job]) => {
    if (job) await sweepBills(deps, job.data);
  });
  await boss.work(dueQueue.name, async ([job]) => {
    if (!job) return;
    await putLateBillsBeforePerson(deps);
    await sweepDueBills(deps, AbortSignal.any([job.signal, AbortSignal.timeout(longestSweep)]));
  });
  await boss.work(headsQueue.name, async () => {
    await refreshHeads(deps);
  });
  await boss.schedule(headsQueue.name, '7 * * * *');
  await boss.schedule(dueQueue.name, `*/${sweepMinutes} * * * *`);
  await refreshHeads(deps);
}
