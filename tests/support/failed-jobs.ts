import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** A job that failed for good, as pg-boss keeps it for a person; answers its id. */
export async function aFailedJob(owner: Database, queue: string, data: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, source_name, source_id, source_created_on,
      source_retry_count, source_output)
    values ('failed', ${JSON.stringify(data)}::jsonb, ${queue}, gen_random_uuid(), now(), 3,
      '{"message": "The gateway said no."}')
    returning id::text`.execute(owner);
  return rows[0]?.id ?? '';
}
