import { type RawBuilder, sql } from 'kysely';
import type { OfflineRecord } from '#contract/records.ts';

/** A record that isn't what its audit rows say: which one, and the difference, in words. */
export interface Difference {
  readonly id: string;
  readonly what: string;
}

/** Queries of the records that aren't what the trail says, each in an order of its own. */
export type Held = readonly RawBuilder<Difference>[];

/** The first row of a record with that event, if there is one. */
export const first = (record: string, id: string, event: string) => sql`lateral (
  select actor_id, at, after from audit
  where record_type = ${sql.lit(record)} and record_id = ${sql.ref(id)}
    and event = ${sql.lit(event)}
  order by number limit 1)`;

/** Both clocks may be a few minutes apart. */
export const clocksApart = sql.lit('5 minutes');

/** The officer of a record that a superior brought in. */
export const broughtIn = (record: OfflineRecord) => sql`lateral (
  select after ->> 'officer' as officer from audit
  where ${sql.ref(`${record}.brought_in_by`)} is not null
    and record_type = ${sql.lit(record)} and record_id = ${sql.ref(`${record}.id`)}
    and event = 'record.brought-in'
  order by number limit 1)`;

/** True if a record has another maker than its row of the trail, `said`, says. */
export const hasAnotherMaker = (record: OfflineRecord, said: string) => {
  const [maker, by] = [sql.ref(`${record}.created_by`), sql.ref(`${record}.brought_in_by`)];
  return sql`(${sql.ref(`${said}.actor_id`)} is distinct from coalesce(${by}, ${maker})
    or ${by} is not null and brought.officer is distinct from ${maker})`;
};
