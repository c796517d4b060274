import type { PgBoss } from 'pg-boss';
import type { Deps } from '../../app.ts';
import { makeBill } from './bills.ts';
import { refreshHeads } from './heads.ts';
import { type BillJob, billQueue, headsQueue, type SweepJob, sweepQueue } from './jobs.ts';
import { sweepBills } from './sweep.ts';

/** Takes up the work that requests left behind; runs until the jobs are stopped. */
export async function workPayments(boss: PgBoss, deps: Deps): Promise<void> {
  const often = { pollingIntervalSeconds: 0.5 };
  await boss.work<BillJob>(billQueue.name, { ...often, localConcurrency: 2 }, async ([job]) => {
    if (job) await makeBill(deps, job.data.bookingId);
  });
  await boss.work<SweepJob>(sweepQueue.name, often, async ([job]) => {
    if (job) await sweepBills(deps, job.data);
  });
  await boss.work(headsQueue.name, async () => refreshHeads(deps));
  await boss.schedule(headsQueue.name, '7 * * * *');
  await refreshHeads(deps);
}
