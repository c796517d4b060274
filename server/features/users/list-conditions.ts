import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import { folded } from '#contract/folding.ts';
import { wordsLookedFor } from '#contract/names.ts';
import { headquarters, stateOfOrganisation } from '#contract/places.ts';
import { may, staffRoles } from '#contract/roles.ts';
import type { listUsers, UserSort } from '#contract/users.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { alphabetical, holdsOneOf } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';

type UserFilter = Omit<QueryOf<typeof listUsers>, 'limit' | 'page' | 'sort'>;

/**
 * A query of the users in the caller's scope that the filter shows. Callers who don't see users in
 * full get the active ones only. 403 for an organisation beyond the scope.
 */
export function matchingUsers(db: Database, caller: Caller, filter: UserFilter) {
  const { organisation, _searchfirstName: search = '' } = filter;
  const state = organisation === undefined ? null : stateOfOrganisation(organisation);
  if (state !== null && caller.state !== null && state !== caller.state)
    return new Refusal(403, 'out_of_scope', `You can see only ${caller.state}.`);
  const ownZone =
    caller.scope.zone === null ? null : chosenPlace(caller.scope, { zone: filter.zone });
  if (ownZone instanceof Refusal) return ownZone;
  const inFull = may(caller.role, 'see users');
  return db
    .selectFrom('users')
    .where(inScope('users', caller.scope))
    .$if(!inFull, (query) => query.where('users.active', '=', true))
    .$if(state !== null, (query) => query.where('users.state', '=', state))
    .$if(search !== '', (query) => query.where(textMatches(search, inFull)))
    .where((eb) => eb.and(narrowedBy(filter, inFull)));
}

const hasFactor = sql<SqlBool>`(
  exists (select from totp_keys where user_id = users.id and confirmed_at is not null)
  or exists (select from passkeys where user_id = users.id))`;

/** Accounts that nobody has signed in to for so long count as left. */
const since = sql`now() - interval '30 days'`;
const seenWords = {
  lately: sql<SqlBool>`users.last_active >= ${since}`,
  'long ago': sql<SqlBool>`users.last_active < ${since}`,
  never: sql<SqlBool>`users.last_active is null`,
};

/** Passwords and factors are asked for only by callers who see users in full. */
function narrowedBy(
  { role, zone, seen, ownPassword, secondFactor }: UserFilter,
  inFull: boolean,
): Expression<SqlBool>[] {
  const isThat = (condition: Expression<SqlBool>, wanted: boolean) =>
    sql<SqlBool>`${condition} = ${wanted}`;
  return [
    ...(role === undefined ? [] : [sql<SqlBool>`users.role = ${role}`]),
    ...(zone === undefined ? [] : [sql<SqlBool>`coalesce(users.zone, ${headquarters}) = ${zone}`]),
    ...(seen === undefined ? [] : [seenWords[seen]]),
    ...(ownPassword === undefined || !inFull
      ? []
      : [isThat(sql<SqlBool>`users.own_password`, ownPassword)]),
    ...(secondFactor === undefined || !inFull ? [] : [isThat(hasFactor, secondFactor)]),
  ];
}

/**
 * Text is matched literally: `%` and `_` mean themselves. User name and email are searched only for
 * callers who see them; otherwise they could be guessed letter by letter.
 */
export function textMatches(search: string, inFull: boolean): Expression<SqlBool> {
  const names = fullName();
  const text = inFull ? sql`${names} || ' ' || users.username || ' ' || users.email` : names;
  const searched = sql`folded(${text}) || E'\\n' || usual_spellings(folded(${text}))`;
  return holdsOneOf(searched, wordsLookedFor(folded(search)));
}

const firstName = alphabetical(sql`users.first_name`);
const lastName = alphabetical(sql`users.last_name`);
const name = sql`${firstName}, ${lastName}`;
const nameBackwards = sql`${firstName} desc, ${lastName} desc`;
const role = sql`array_position(${sql.val([...staffRoles])}::text[], users.role)`;
const zone = alphabetical(sql`users.zone`);

const orders: Readonly<Record<Exclude<UserSort, 'createdAt'>, RawBuilder<unknown>>> = {
  name,
  '-name': nameBackwards,
  role,
  '-role': sql`${role} desc`,
  zone: sql`${zone} nulls first`,
  '-zone': sql`${zone} desc nulls last`,
  '-lastActive': sql`users.last_active desc nulls last`,
  lastActive: sql`users.last_active nulls last`,
};

/** Among equals, the account that was added first comes first. */
export function orderOf(sort: UserSort): RawBuilder<unknown> {
  const added = sql`users.created_at, users.id`;
  return sort === 'createdAt' ? added : sql`${orders[sort]}, ${added}`;
}
