import { setTimeout as sleep } from 'node:timers/promises';
import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss';
import { log } from '#server/process/log.ts';
import { isAway, untilAnswered } from './availability.ts';

/** A queue of jobs: its name, retries, back-off and expiry (seconds), as pg-boss takes them. */
export type QueueDefinition = Queue;

/** The schema that holds the jobs. */
export const jobSchema = 'pgboss';

/**
 * Jobs that failed for good wait here for a person, for a quarter of a year. A queue names it as
 * its `deadLetter`, so it is made before those.
 */
export const failedQueue = {
  name: 'failed',
  retryLimit: 0,
  retentionSeconds: 90 * 86_400,
} as const satisfies QueueDefinition;

/** Finished jobs are of no use: what came of them stands in the product's own tables. */
const deleteAfterSeconds = 3_600;

/** Makes or upgrades the tables of pg-boss and the queues, as their owner. */
export async function installQueues(
  ownerUrl: string,
  definitions: readonly QueueDefinition[],
): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: jobSchema,
    max: 2,
    supervise: false,
    schedule: false,
    // By itself it gives a slow database ten seconds.
    connectionTimeoutMillis: 0,
  });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  try {
    await boss.start();
    const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
    for (const { name, policy, partition, ...own } of definitions) {
      const options = { deleteAfterSeconds, ...own };
      if (!existing.has(name)) {
        const fixed = { ...(policy && { policy }), ...(partition && { partition }) };
        await boss.createQueue(name, { ...options, ...fixed });
      } else {
        await boss.updateQueue(name, options);
      }
    }
    await finishIndexes(boss);
    if (failures[0]) throw failures[0];
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Waits for the indexes that an upgrade of pg-boss builds in the background: they are part of the
 * upgrade.
 */
async function finishIndexes(boss: PgBoss): Promise<void> {
  const end = Date.now() + 300_000;
  while (Date.now() < end) {
    const status = await boss.getBamStatus();
    const open = status.some(
      (entry) => entry.status === 'pending' || entry.status === 'in_progress',
    );
    if (!open) return;
    await sleep(200);
  }
}

/** A part of the product takes up its jobs through this. */
export type JobTaker = Pick<PgBoss, 'work' | 'schedule' | 'unschedule'>;

/** Schedules again where the database was too slow; to work a queue asks it nothing. */
export const patientTaker = (boss: PgBoss): JobTaker => ({
  work: boss.work.bind(boss),
  schedule: (...asked) => untilAnswered(() => boss.schedule(...asked)),
  unschedule: (...asked) => untilAnswered(() => boss.unschedule(...asked)),
});

/** Opens and starts the jobs, again where the database was too slow. */
export const startJobs = (appUrl: string, options?: { doesChores: boolean }): Promise<PgBoss> =>
  untilAnswered(async () => {
    const boss = openJobs(appUrl, options);
    try {
      return await boss.start();
    } catch (error) {
      await boss.stop({ graceful: false });
      throw error;
    }
  });

/** Milliseconds in which the same failure is said once. */
const repeatMs = 60_000;

/**
 * The jobs as the application's role works them; started and stopped by the caller. A process that
 * does no chores only sends them.
 */
export function openJobs(appUrl: string, { doesChores = true } = {}): PgBoss {
  const boss = new PgBoss({
    connectionString: appUrl,
    schema: jobSchema,
    max: doesChores ? 4 : 2,
    supervise: doesChores,
    schedule: doesChores,
    migrate: false,
    createSchema: false,
    // Only the owner's role may build indexes.
    reindex: false,
    // Each time it counts all jobs, but also finds the jobs of a process that died.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    // Deletes finished jobs.
    maintenanceIntervalSeconds: 600,
    connectionTimeoutMillis: 5_000,
    // A connection that hangs is given up.
    query_timeout: 60_000,
  } as ConstructorOptions);
  let last = { words: '', at: 0 };
  boss.on('error', ({ message, ...more }) => {
    // Said once by whoever watches the database; here it would be said twice a second.
    const error = Object.assign(new Error(message), more);
    if (isAway(error) || message.startsWith('timeout exceeded')) return;
    // Each of its workers says so by itself, every half second.
    const words = message.replace(/ \(Queue: .*\)$/, '');
    if (words === last.words && performance.now() - last.at < repeatMs) return;
    last = { words, at: performance.now() };
    log.error({ err: error }, 'jobs could not be looked for');
  });
  return boss;
}
