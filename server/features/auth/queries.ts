import type { Kysely, Selectable } from 'kysely';
import { accountStateSchema } from '#contract/places.ts';
import { roleSchema } from '#contract/roles.ts';
import type { DB, Users } from '#server/db/tables.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';
import { scopeOf } from '#server/scope/rules.ts';
import { roleNeedsFactor, userHasFactor } from './held-factors.ts';

/** An open account, with what it may see when it isn't signed in. */
export interface Account {
  readonly caller: Caller;
  readonly email: string;
}

/** The open accounts of a scope by name, or those of `ids` among them; of the demo only in its mode. */
export async function accountsIn(
  db: Kysely<DB>,
  demoMode: boolean,
  scope: Scope,
  ids?: readonly string[],
): Promise<Account[]> {
  const rows = await db
    .selectFrom('users')
    .where(inScope('users', scope))
    .where('active', '=', true)
    .$if(ids !== undefined, (some) => some.where('id', 'in', [...(ids ?? [])]))
    .$if(!demoMode, (real) => real.where('demo', '=', false))
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'state', 'zone', 'demo'])
    .select((eb) => eb.and([roleNeedsFactor, eb.not(userHasFactor)]).as('lacksFactor'))
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ caller: callerOf(row, null, demoMode), email: row.email }));
}

type Row = Pick<
  Selectable<Users>,
  'id' | 'first_name' | 'last_name' | 'role' | 'state' | 'zone'
> & {
  readonly demo: boolean;
  readonly lacksFactor: unknown;
};

/** The caller that an account is; `sessionId` null where nobody is signed in. */
export function callerOf(row: Row, sessionId: string | null, demoMode: boolean): Caller {
  const role = roleSchema.parse(row.role);
  const state = accountStateSchema.nullable().parse(row.state);
  return {
    userId: row.id,
    sessionId,
    role,
    name: `${row.first_name} ${row.last_name}`,
    state,
    scope: scopeOf({ role, state, zone: row.zone }, demoMode),
    demo: row.demo,
    lacksFactor: Boolean(row.lacksFactor),
  };
}
