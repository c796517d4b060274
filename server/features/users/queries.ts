import type { Selectable } from 'kysely';
import { guestPayload } from '#contract/auth.ts';
import { accountStateSchema } from '#contract/places.ts';
import { may, roleSchema } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import type { Database } from '../../db/database.ts';
import type { Users } from '../../db/tables.ts';
import type { Caller } from '../../http/caller.ts';
import { notFound, type Outcome, Refusal } from '../../http/refusal.ts';
import { usersInScope } from '../scope/queries.ts';

/** A user as it crosses the wire: never with the password's hash. */
export function userToWire(row: Selectable<Users>): User {
  return {
    id: row.id,
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    role: roleSchema.parse(row.role),
    email: row.email,
    state: accountStateSchema.nullable().parse(row.state),
    zone: row.zone,
    phone: row.phone,
    avatar: row.picture,
    picture: row.picture,
    lastActive: row.last_active?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

const guestUser: User = {
  id: guestPayload.id,
  _id: guestPayload.id,
  firstName: guestPayload.firstName,
  lastName: guestPayload.lastName,
  username: '',
  role: guestPayload.role,
  email: '',
  state: guestPayload.state,
  zone: guestPayload.zone,
  phone: '',
  avatar: guestPayload.picture,
  picture: guestPayload.picture,
  lastActive: null,
  createdAt: new Date(0).toISOString(),
};

/** A user in full: oneself always, others only for those who see users, in their scope (404 beyond it). */
export async function readUser(db: Database, caller: Caller, id: string): Promise<Outcome<User>> {
  if (id === guestPayload.id && caller.role === 'guest') return guestUser;
  const own = id === caller.userId;
  if (!own && !may(caller.role, 'see users'))
    return new Refusal(403, 'forbidden', `The role ${caller.role} sees only its own record.`);
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(!own, (query) =>
      query.where((eb) => usersInScope(eb, { ...caller.scope, state: caller.state })),
    )
    .executeTakeFirst();
  return row ? userToWire(row) : notFound('user');
}
