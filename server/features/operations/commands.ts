import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { Database } from '#server/db/database.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';

interface Job {
  readonly id: string;
  readonly queue: string | null;
  readonly booking: string | null;
}

const alreadyTaken = new Refusal(
  409,
  'job_taken',
  'Somebody else has just dealt with this. Load the list again.',
);

/** Puts a failed job in its queue again; 409 when somebody was quicker. */
export function retryFailed(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: Actor,
  { id, queue, booking }: Job,
): Promise<Refusal | undefined> {
  return db.transaction().execute(async (trx) => {
    const moved = await jobs.redrive(failedQueue.name, { ids: [id], db: fromKysely(trx) });
    if (moved === 0) return alreadyTaken;
    await writeAudit(trx, actor, {
      event: 'job.retried',
      record: 'job',
      id,
      before: null,
      after: { queue, booking },
    });
    return undefined;
  });
}

/** Takes a failed job off the list, since a person does what it was for; 409 when somebody was quicker. */
export function handOver(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { id, queue, booking }: Job,
  reason: string,
): Promise<Refusal | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      delete from pgboss.job where name = ${failedQueue.name} and state = 'created' and id::text = ${id}
      returning id`.execute(trx);
    if (rows.length === 0) return alreadyTaken;
    await writeAudit(trx, actor, {
      event: 'job.handed-over',
      record: 'job',
      id,
      before: null,
      after: { queue, booking, reason },
    });
    return undefined;
  });
}

/** Deletes security events that are older than a year. */
export async function pruneSecurityEvents(db: Database): Promise<void> {
  await sql`select prune_security_events()`.execute(db);
}
