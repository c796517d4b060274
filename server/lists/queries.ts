import { type Expression, sql, type SqlBool } from 'kysely';
import { type Days, dialledWithin, literalPattern, mayBeSpelling } from './rules.ts';

type Condition = Expression<SqlBool>;

/** The literal text, in a column that is kept in small letters. */
export const holdsText = (column: 'collisions.search_text', search: string): Condition =>
  sql`${sql.ref(column)} like ${literalPattern(search)}`;

/**
 * Matches any spelling of the search, in a text of `spelling_key`s and `phone_key`s; no condition
 * where the search can't be a plate, licence, phone or reference. The keys are capitals and digits,
 * so no wildcard can be among them.
 */
export function holdsSpelling(keys: Expression<string>, search: string): Condition[] {
  if (!mayBeSpelling(search)) return [];
  const dialled = dialledWithin(search);
  return [
    sql`${keys} like '%' || spelling_key(${search}) || '%'`,
    ...(dialled === undefined ? [] : [sql<SqlBool>`${keys} like ${`%${dialled}%`}`]),
  ];
}

export const anyOf = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` or `)})`;

/** From the first moment of one day to the last of the other, in Africa/Lagos; an index can serve it. */
export function withinDays(instant: Expression<unknown>, { from, to }: Days): Condition[] {
  const midnight = (day: Expression<unknown>) =>
    sql`(${day})::timestamp at time zone 'Africa/Lagos'`;
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${instant} >= ${midnight(sql`${from}::date`)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${instant} < ${midnight(sql`${to}::date + 1`)}`]),
  ];
}
