import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { lateAfterMinutes } from '#contract/capture.ts';
import { personIn } from './people.ts';
import type { RecordTable } from './record-tables.ts';

/**
 * The time at which a record was made that was on its way for so many milliseconds, by the
 * database's clock.
 */
export const madeBefore = (onTheWay: number): RawBuilder<Date> =>
  sql<Date>`(now() - make_interval(secs => ${onTheWay / 1000}))`;

/**
 * True if a record of a table, or of a query with its columns, was on its way for longer than
 * `lateAfterMinutes`. The indexes of late records have the same words.
 */
export const arrivedLate = (table: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${table}.created_at`)} - ${sql.ref(`${table}.made_at`)} > ${sql.raw(`interval '${lateAfterMinutes} minutes'`)}`;

/** What the device said of how a record was made, as `capturedSchema` has it; null where it said nothing. */
export const capturedIn = (table: RecordTable): RawBuilder<unknown> => sql`
  case when ${sql.ref(`${table}.made_at`)} is not null then json_build_object(
    'madeAt', to_char(${sql.ref(`${table}.made_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'late', ${arrivedLate(table)},
    'broughtInBy', ${personIn(`${table}.brought_in_by`, `${table}.created_at`)}) end`;
