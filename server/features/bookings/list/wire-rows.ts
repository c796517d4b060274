import { type RawBuilder, sql } from 'kysely';
import { LruMap } from 'toad-cache';
import type { Database } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { wireColumns } from '../booking-row.ts';

/** Names a booking as it stood: its id and the number of the transaction that last changed it. */
export type Version = `${string} ${string}`;

/** The version of a row of bookings, under the name that it has in the query. */
export const versionOf = (bookings: string): RawBuilder<Version> =>
  sql<Version>`${sql.ref(`${bookings}.id`)} || ' ' || ${sql.ref(`${bookings}.xmin`)}`;

/**
 * The bookings of these versions as the text of JSON objects (naira, UTC), in this order. Undefined
 * where one of them has changed since its version was read.
 */
export type WireRows = (
  db: Database,
  versions: readonly Version[],
) => Promise<readonly string[] | undefined>;

/** Some ten megabytes. */
const mostKept = 5_000;

/**
 * Keeps what PostgreSQL wrote of a booking for as long as its row stays as it is: writing it takes
 * longer than finding it, and a list that is opened again shows mostly the same bookings. All that it
 * says is in the booking's row or stays as it is beside it: a payment comes with a change of the row,
 * people are called what they were called then, and of the offences only revenue heads change, until
 * the booking has its bill.
 */
export function keepWireRows(): WireRows {
  const kept = new LruMap<string>(mostKept);
  return async (db, versions) => {
    const rows = new Map(versions.map((version) => [version, kept.get(version)]));
    const missing = versions.filter((version) => rows.get(version) === undefined);
    for (const { version, billed, row } of await readRows(db, missing)) {
      rows.set(version, row);
      if (billed) kept.set(version, row);
    }
    const found = versions.flatMap((version) => rows.get(version) ?? []);
    return found.length === versions.length ? found : undefined;
  };
}

async function readRows(db: Database, versions: readonly Version[]) {
  if (versions.length === 0) return [];
  const ids = versions.map((version) => version.split(' ', 1)[0]);
  // A record of no name becomes JSON without spaces.
  const { rows } = await sql<{ version: Version; billed: boolean; row: string }>`${prepared}
    select version, billed, row_to_json(booking)::text as row
    from unnest(${ids}::text[]) as asked (id) cross join lateral (
      select ${versionOf('bookings')} as version, bookings.bill_ref is not null as billed, booking
      from bookings left join payments on payments.booking_id = bookings.id
        cross join lateral (select ${wireColumns}) as booking
      where bookings.id = asked.id
    ) as found`.execute(db);
  return rows;
}
