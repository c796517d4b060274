import { type Kysely, type Selectable, sql } from 'kysely';
import { guestPayload } from '#contract/auth.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { accountStateSchema, accountStates, organisationOfState } from '#contract/places.ts';
import { may, type Permission, roleSchema } from '#contract/roles.ts';
import { type Colleague, type listUsers, noPicture, type User } from '#contract/users.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { DB, Users } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { countedPage } from '#server/lists/counted-page.ts';
import { inScope } from '#server/scope/conditions.ts';
import { matchingUsers, orderOf, textMatches } from './list-conditions.ts';
import {
  type Hand,
  whyNotBegunBy,
  whyNotConfirmedBy,
  whyNotUndoneBy,
} from './second-person/rules.ts';

/** The temporary address of a stored picture. */
type PictureAddress = (fileId: string) => string;

const day = 24 * 3_600_000;

/** Addresses of people's pictures are good for a day, which is longer than a session. */
export function pictureAddresses({ fileAddresses }: Pick<Deps, 'fileAddresses'>): PictureAddress {
  return (fileId) => fileAddresses.of(fileId, day);
}

/** A user as it crosses the wire: never with the password's hash. */
export function userToWire(row: Selectable<Users>, addressOf: PictureAddress): User {
  const picture = row.picture === noPicture ? noPicture : addressOf(row.picture);
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
    avatar: picture,
    picture,
    active: row.active,
    ownPassword: row.own_password,
    lastActive: row.last_active?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    language: row.language,
  };
}

/** An account in the audit trail: what people set, without its picture. */
export function accountRecord(row: Selectable<Users>) {
  const { firstName, lastName, username, role, email, state, zone, phone, active, language } =
    userToWire(row, String);
  return { firstName, lastName, username, role, email, state, zone, phone, active, language };
}

function asColleague({ id, _id, firstName, lastName, role, zone, picture, lastActive }: User) {
  return { id, _id, firstName, lastName, role, zone, picture, lastActive } satisfies Colleague;
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
  active: true,
  ownPassword: true,
  lastActive: null,
  createdAt: new Date(0).toISOString(),
  language: '',
};

/** A user in full: oneself always, others only for those who see users, in their scope (404 beyond it). */
export async function readUser(
  db: Database,
  caller: Caller,
  id: string,
  addressOf: PictureAddress,
): Promise<Outcome<User>> {
  if (id === guestPayload.id && caller.role === 'guest') return guestUser;
  if (id !== caller.userId && !may(caller.role, 'see users'))
    return new Refusal(
      403,
      'forbidden',
      `You can see only your own account. Your role is ${caller.role}.`,
    );
  const row = await findUserRow(db, caller, id);
  return row ? userToWire(row, addressOf) : notFound('user');
}

/**
 * A user that the caller may change: themselves, and others in scope for those with the permission.
 * 403, then 404.
 */
export async function findToChange(
  db: Database,
  caller: Caller,
  id: string,
  permission: Permission = 'add and change users',
): Promise<Outcome<Selectable<Users>>> {
  if (id !== caller.userId && !may(caller.role, permission))
    return new Refusal(
      403,
      'forbidden',
      `You can change only your own account. Your role is ${caller.role}.`,
    );
  return (await findUserRow(db, caller, id)) ?? notFound('user');
}

/** The caller's own row or one in scope. */
function findUserRow(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Selectable<Users> | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(id !== caller.userId, (query) => query.where(inScope('users', caller.scope)))
    .executeTakeFirst();
}

/**
 * A page of the users in the caller's scope: in full for those who see users, else the active ones
 * as colleagues. 403 for an organisation beyond the scope.
 */
export async function listUsersOf(
  db: Database,
  caller: Caller,
  filter: QueryOf<typeof listUsers>,
  addressOf: PictureAddress,
): Promise<Outcome<ResponseOf<typeof listUsers>>> {
  const matching = matchingUsers(db, caller, filter);
  if (matching instanceof Refusal) return matching;
  const inFull = may(caller.role, 'see users');
  return countedPage(
    db,
    matching,
    filter,
    (query) => query.selectAll().orderBy(orderOf(filter.sort)),
    (row) => {
      const user = userToWire(row, addressOf);
      return inFull ? user : asColleague(user);
    },
  );
}

/** A query of the ids of the users in a scope who bear this name. */
export const usersNamed = (scope: Scope, name: string) =>
  sql`select users.id from users where ${inScope('users', scope)} and ${textMatches(name, false)}`;

/** Null when the account `second` may confirm what `first` began, or refuse it. */
export async function whyNotConfirmed(
  db: Kysely<DB>,
  second: string,
  first: string,
  agrees: boolean,
): Promise<Refusal | null> {
  const hands = await handsOf(db, second, first);
  const refusal = whyNotConfirmedBy(hands.second, hands.first, new Date());
  return refusal ?? (agrees ? whyNotBegunBy(hands.second, hands.first) : null);
}

/** Null when the account `second` may undo what `first` made. */
export async function whyNotUndone(
  db: Kysely<DB>,
  second: string,
  first: string,
): Promise<Refusal | null> {
  const hands = await handsOf(db, second, first);
  return whyNotUndoneBy(hands.second, hands.first, new Date());
}

async function handsOf(
  db: Kysely<DB>,
  second: string,
  first: string,
): Promise<{ second: Hand; first: Hand }> {
  const rows = await db
    .selectFrom('users')
    .select(handColumns)
    .where('id', 'in', [second, first])
    .execute();
  const handIn = (id: string): Hand => {
    const row = rows.find((found) => found.id === id);
    if (!row) throw new Error(`There is no account ${id}.`);
    return handOf(row);
  };
  return { second: handIn(second), first: handIn(first) };
}

/** The columns of an account that matter where two people are needed. */
export const handColumns = [
  'id',
  'added_by',
  'own_password',
  'created_at',
  'active',
  'demo',
] as const;

export const handOf = (row: Pick<Selectable<Users>, (typeof handColumns)[number]>): Hand => ({
  id: row.id,
  addedBy: row.added_by,
  ownPassword: row.own_password,
  createdAt: row.created_at,
  active: row.active,
  demo: row.demo,
});

/** Who has lost a second factor waits for a state admin. Without factors there are no recovery codes. */
export const lostFactors = ({ scope, userId }: Caller) => sql`
  select id, case state ${sql.join(
    accountStates.map((state) => sql`when ${state} then ${organisationOfState(state)}`),
    sql` `,
  )} end, zone, factor_reset_asked_at, null, null, ${fullName('users')} || ', ' || role, null::jsonb
  from users
  where ${inScope('users', scope)} and factor_reset_asked_at > now() - interval '7 days'
    and active and id <> ${userId}
    and exists (select from recovery_codes where user_id = users.id)`;
