import { type Selectable, type Transaction } from 'kysely';
import { accountStateSchema } from '#contract/places.ts';
import { roleSchema } from '#contract/roles.ts';
import type { DB, Users } from '#server/db/tables.ts';
import type { Standing } from './rules.ts';

export interface Locked {
  readonly row: Selectable<Users>;
  readonly standing: Standing;
}

/**
 * Locks the accounts of these ids, in the order of the ids. The caller is locked too and must still
 * be a state admin: the last state admin can't be removed.
 */
export async function lockUsers(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Locked>> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, { row, standing: standingOf(row) }]));
}

function standingOf(row: Selectable<Users>): Standing {
  return {
    id: row.id,
    email: row.email,
    role: roleSchema.parse(row.role),
    state: accountStateSchema.nullable().parse(row.state),
    zone: row.zone,
    active: row.active,
    addedBy: row.added_by,
    ownPassword: row.own_password,
    isUnused: !row.own_password && row.last_active === null,
  };
}
