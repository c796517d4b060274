import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type AccountState, organisationOfState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import type { DB } from '../../db/tables.ts';
import type { Scope } from '../../http/caller.ts';

/** Which records somebody sees, from their account alone: the one place that decides it. */
export function scopeOf(
  account: { role: Role; state: AccountState | null; zone: string | null },
  demoMode: boolean,
): Scope {
  if (account.role === 'guest')
    return { organisation: null, zone: null, demo: demoMode ? 'only' : 'none' };
  return {
    organisation: account.state === null ? null : organisationOfState(account.state),
    zone: account.zone,
    demo: demoMode ? 'included' : 'excluded',
  };
}

/** The condition every query of bookings begins with. */
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
