import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Days } from '#contract/list-filters.ts';
import { literalPattern } from './rules.ts';

type Condition = Expression<SqlBool>;

export const anyOf = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(conditions, sql` or `)})`;

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

/** A searched text holds all parts of one of these; any does where there is none. */
export const holdsOneOf = (
  searched: Expression<unknown>,
  texts: readonly (readonly string[])[],
  given = (pattern: string) => sql`${pattern}`,
): Condition =>
  texts.length === 0
    ? sql`true`
    : anyOf(
        texts.map((parts) =>
          allOf(parts.map((part) => sql`${searched} like ${given(literalPattern(part))}`)),
        ),
      );

/**
 * A booking's searched text, of the row `found`, without its place. The place stands last, behind a line that
 * begins with @: streets bear the names of people.
 */
export const textBeforePlace = sql<string>`split_part(found.text, E'\\n@', 1)`;

/** For an order that people expect, whatever the database's own is: `Àṣàkẹ́` among the A's. */
export const alphabetical = (text: Expression<unknown>): RawBuilder<unknown> =>
  sql`folded(${text}) collate "C"`;

/** From the first moment of one day to the last of the other, in Africa/Lagos; an index can serve it. */
export function withinDays(instant: Expression<unknown>, { from, to }: Days): Condition[] {
  const midnight = (day: Expression<unknown>) =>
    sql`(${day})::timestamp at time zone 'Africa/Lagos'`;
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${instant} >= ${midnight(sql`${from}::date`)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${instant} < ${midnight(sql`${to}::date + 1`)}`]),
  ];
}

/** The row of a statement that always answers one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The query returned no row.');
  return row;
}
