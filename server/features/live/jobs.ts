import type { JobTaker } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { sweepOutbox } from './commands.ts';

const sweepQueue = { name: 'sweep-outbox', retryLimit: 0, expireInSeconds: 600 } as const;

export const liveQueues = [sweepQueue];

/** Every hour, one of the processes cuts what was announced down to its last day. */
export async function workLive(boss: JobTaker, { db }: Deps): Promise<void> {
  await boss.work(sweepQueue.name, async () => {
    await sweepOutbox(db);
  });
  await boss.schedule(sweepQueue.name, '23 * * * *');
}
