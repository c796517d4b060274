import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Person } from '#contract/people.ts';

/** First and last name of a row of `users`, under the name that it has in the query. */
export const fullName = (users = 'users'): RawBuilder<string> =>
  sql<string>`${sql.ref(`${users}.first_name`)} || ' ' || ${sql.ref(`${users}.last_name`)}`;

/** An account as it was at the moment in a column, where it has changed since; else no row. */
const formerOf = (users: string, at: string) => sql`(
  select first_name, last_name, role from former_accounts
  where user_id = ${sql.ref(`${users}.id`)} and until > ${sql.ref(at)}
  order by until limit 1)`;

/** The same name as it was at the moment in a column, such as `audit.at`. */
export const nameThen = (users: string, at: string): RawBuilder<string> =>
  sql<string>`coalesce(
    (select ${fullName('former')} from ${formerOf(users, at)} as former), ${fullName(users)})`;

/**
 * The person whose id stands in a column, such as `bookings.created_by`, under their name at the
 * moment in the column `at`. Null where nobody is named.
 */
export const personIn = (column: string, at: string): RawBuilder<Person | null> =>
  sql<Person | null>`(
    select json_build_object('id', person.id, 'role', coalesce(former.role, person.role),
      'name', coalesce(${fullName('former')}, ${fullName('person')}))
    from users as person left join lateral ${formerOf('person', at)} as former on true
    where person.id = ${sql.ref(column)})`;

/** Those killed and injured in the row of `collisions`, as added to and corrected later. */
export const killedIn = sql<number>`killed_in(collisions)`;
export const injuredIn = sql<number>`injured_in(collisions)`;

/** True of the row of `collisions` unless it counts as another. Every figure of them asks this. */
export const countsItself = sql<SqlBool>`counts_itself(collisions)`;
