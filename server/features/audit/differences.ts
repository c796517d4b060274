import { sql } from 'kysely';

/** A record that isn't what its audit rows say: which one, and the difference, in words. */
export interface Difference {
  readonly id: string;
  readonly what: string;
}

/** The first row of a record with that event, if there is one. */
export const first = (record: string, id: string, event: string) => sql`lateral (
  select actor_id, at, after from audit
  where record_type = ${sql.lit(record)} and record_id = ${sql.ref(id)}
    and event = ${sql.lit(event)}
  order by number limit 1)`;

/** Both clocks may be a few minutes apart. */
export const clocksApart = sql.lit('5 minutes');
