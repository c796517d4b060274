import { type Expression, sql, type SqlBool } from 'kysely';
import { type Organisation, organisationNames, stateOfOrganisation } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import type { Scope } from '#server/http/caller.ts';

/** The tables that have all of these columns. */
type TableWith<Columns extends string> = {
  [Table in keyof DB]: [Columns] extends [keyof DB[Table]] ? Table : never;
}[keyof DB];

/** A table whose rows lie in a place, or the name of one in a statement: `found`, `fact`. */
type Placed = TableWith<'organisation' | 'zone' | 'demo'> | 'users' | 'found' | 'fact';

type WithoutZones = Scope & { readonly zone: null };

/**
 * The condition that rows lie in the scope: every query of their table begins with it. For a table
 * without zones, the caller says that the zone doesn't matter.
 */
export function inScope(table: Placed, scope: Scope): Expression<SqlBool>;
export function inScope(
  table: TableWith<'organisation' | 'demo'>,
  scope: WithoutZones,
): Expression<SqlBool>;
export function inScope(table: string, { organisation, zone, demo }: Scope): Expression<SqlBool> {
  if (demo === 'none') return sql`false`;
  const is = (column: string, value: unknown) =>
    sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${value}`;
  const conditions = [sql<SqlBool>`true`];
  // An account works in a state, which has one organisation.
  if (organisation !== null)
    conditions.push(
      table === 'users'
        ? is('state', stateOfOrganisation(organisation))
        : is('organisation', organisation),
    );
  if (zone !== null) conditions.push(is('zone', zone));
  if (demo !== 'included') conditions.push(is('demo', demo === 'only'));
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The organisations that a scope reaches, by name: an index of places begins with them. */
export const organisationsOf = ({ organisation }: Scope): readonly Organisation[] =>
  organisation === null ? organisationNames : [organisation];

/** Whether the records that a scope reaches are of the demo. */
export const demosOf = ({ demo }: Scope): readonly boolean[] =>
  ({ none: [], only: [true], excluded: [false], included: [true, false] })[demo];
