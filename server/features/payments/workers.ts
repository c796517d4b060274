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
import { putLateBillsBeforePerson } from './late-bills.ts';
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
} as const;

/** Runs the jobs of a batch at once; each that fails is retried alone. */
const eachOnItsOwn =
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

/** Starts working the jobs that requests have queued. */
export async function workPayments(boss: PgBoss, deps: Deps): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5 };
  await boss.work(
    billQueue.name,
    batchOptions,
    eachOnItsOwn<BillJob>(({ bookingId }) => makeBill(deps, bookingId)),
  );
  await boss.work(
    noticeQueue.name,
    batchOptions,
    eachOnItsOwn<NoticeJob>((notice) => verifyNotice(deps, notice)),
  );
  await boss.work<SweepJob>(sweepQueue.name, polling, async ([job]) => {
    if (job) await sweepBills(deps, job.data);
  });
  await boss.work(dueQueue.name, async ([job]) => {
    if (!job) return;
    await putLateBillsBeforePerson(deps);
    await sweepDueBills(deps, AbortSignal.any([job.signal, AbortSignal.timeout(sweepTimeoutMs)]));
  });
  await boss.work(headsQueue.name, async () => {
    await refreshHeads(deps);
  });
  await boss.schedule(headsQueue.name, '7 * * * *');
  await boss.schedule(dueQueue.name, `*/${sweepMinutes} * * * *`);
  await refreshHeads(deps);
}
