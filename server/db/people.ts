import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/bookings.ts';

/** First and last name of a row of `users`, under the name that it has in the query. */
export const fullName = (users = 'users'): RawBuilder<string> =>
  sql<string>`${sql.ref(`${users}.first_name`)} || ' ' || ${sql.ref(`${users}.last_name`)}`;

/**
 * The person whose id stands in a column, such as `bookings.created_by`, as records show them: null
 * where nobody is named.
 */
export const personIn = (column: string): RawBuilder<Person | null> =>
  sql<Person | null>`(
    select json_build_object('id', person.id, 'role', person.role, 'name', ${fullName('person')})
    from users as person where person.id = ${sql.ref(column)})`;
