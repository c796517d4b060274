import { accountStateSchema } from '#contract/places.ts';
import { roleSchema } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';
import { scopeOf } from '#server/scope/rules.ts';

/** A phone that signs for an officer, or did. */
export interface Phone {
  /** The officer as they would call. */
  readonly officer: Caller;
  readonly publicKey: string;
  /** The time of its key's first certificate. */
  readonly certifiedAt: Date;
  readonly isRevoked: boolean;
}

/** The phone with this key, of an officer in the caller's scope. */
export async function findPhone(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
  id: string,
): Promise<Phone | undefined> {
  const row = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select(['public_key', 'certified_at', 'revoked_at'])
    .select(['users.id', 'first_name', 'last_name', 'role', 'users.state', 'zone', 'demo'])
    .where('devices.id', '=', id)
    .where(inScope('users', caller.scope))
    .executeTakeFirst();
  if (!row) return undefined;
  const role = roleSchema.parse(row.role);
  const state = accountStateSchema.nullable().parse(row.state);
  return {
    officer: {
      userId: row.id,
      sessionId: null,
      role,
      state,
      demo: row.demo,
      lacksFactor: false,
      name: `${row.first_name} ${row.last_name}`,
      scope: scopeOf({ role, state, zone: row.zone }, config.demo),
    },
    publicKey: row.public_key,
    certifiedAt: row.certified_at,
    isRevoked: row.revoked_at !== null,
  };
}
