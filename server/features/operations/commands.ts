import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { handOverJob, retryJob } from '#contract/operations.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Database } from '#server/db/database.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/refusal.ts';
import { failedJobsFor } from './queries.ts';

interface Job {
  readonly id: string;
  readonly queue: string | null;
  readonly booking: string | null;
}

const alreadyTaken = new Refusal(
  409,
  'job_taken',
  'Somebody else has just dealt with this job. Reload the page to see the latest.',
);

/** Puts a failed job in its queue again. Of two at once one finds it there. */
export const retrying = ({ jobs }: Pick<Deps, 'jobs'>): Steps<typeof retryJob, Job, Job> => ({
  id: ({ id }) => id,
  lock: (_trx, { record }) => Promise.resolve(record),
  change: async (trx, { id, queue, booking }) => {
    const moved = await jobs.redrive(failedQueue.name, { ids: [id], db: fromKysely(trx) });
    return moved === 0 ? alreadyTaken : { before: null, after: { queue, booking } };
  },
  answer: (trx, { caller }) => failedJobsFor(trx, caller),
});

/** Takes a failed job off the list, since a person does what it was for. Of two at once one finds it. */
export const handingOver: Steps<typeof handOverJob, Job, Job> = {
  id: ({ id }) => id,
  lock: (_trx, { record }) => Promise.resolve(record),
  change: async (trx, { id, queue, booking }, { body: { reason } }) => {
    const { rows } = await sql`
      delete from pgboss.job where name = ${failedQueue.name} and state = 'created' and id::text = ${id}
      returning id`.execute(trx);
    return rows.length === 0 ? alreadyTaken : { before: null, after: { queue, booking, reason } };
  },
  answer: (trx, { caller }) => failedJobsFor(trx, caller),
};

/** Deletes security events that are older than a year. */
export async function pruneSecurityEvents(db: Database): Promise<void> {
  await sql`select prune_security_events()`.execute(db);
}
