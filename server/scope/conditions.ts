import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Scope } from '#server/http/caller.ts';
import type { Placed } from './rules.ts';

/** Every query of such a table begins with this condition. */
export function placedInScope(
  table:
    | 'activities'
    | 'bookings'
    | 'collisions'
    | 'counters'
    | 'found'
    | 'late_records'
    | 'list_changes'
    | 'offence_changes'
    | 'offence_counters'
    | 'officer_counters'
    | 'outbox'
    | 'payment_exceptions'
    | 'payments'
    | 'reconciliation_changes'
    | 'reconciliation_counters'
    | 'statements'
    | 'taken_out_records',
  scope: Scope,
): Expression<SqlBool> {
  const column = (name: keyof Placed) => sql.ref(`${table}.${name}`);
  if (scope.demo === 'none') return sql`false`;
  const conditions = [sql<SqlBool>`true`];
  if (scope.organisation !== null)
    conditions.push(sql`${column('organisation')} = ${scope.organisation}`);
  if (scope.zone !== null) conditions.push(sql`${column('zone')} = ${scope.zone}`);
  if (scope.demo !== 'included') conditions.push(sql`${column('demo')} = ${scope.demo === 'only'}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Every query of bookings begins with this condition. */
export function bookingsInScope(
  eb: ExpressionBuilder<DB, 'bookings'>,
  scope: Scope,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (scope.organisation !== null)
    conditions.push(eb('bookings.organisation', '=', scope.organisation));
  if (scope.zone !== null) conditions.push(eb('bookings.zone', '=', scope.zone));
  if (scope.demo === 'none') return eb.lit(false);
  if (scope.demo !== 'included') conditions.push(eb('bookings.demo', '=', scope.demo === 'only'));
  return eb.and(conditions);
}

/** The same for users, whose organisation is their state. */
export function usersInScope(
  eb: ExpressionBuilder<DB, 'users'>,
  scope: Scope & { state: string | null },
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (scope.state !== null) conditions.push(eb('users.state', '=', scope.state));
  if (scope.zone !== null) conditions.push(eb('users.zone', '=', scope.zone));
  if (scope.demo === 'none') return eb.lit(false);
  if (scope.demo !== 'included') conditions.push(eb('users.demo', '=', scope.demo === 'only'));
  return eb.and(conditions);
}
