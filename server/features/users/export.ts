import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import { headquarters } from '#contract/places.ts';
import type { exportUsers, User } from '#contract/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportList } from '#server/lists/commands.ts';
import { cellsOf, columnsOf } from '#server/lists/table.ts';
import { matchingUsers, orderOf } from './list-conditions.ts';
import { userToWire } from './queries.ts';

const { text, moment } = columnsOf<User>();

/** Pictures are not exported. */
const columns = [
  text('State', 12, ({ state }) => state ?? 'All states'),
  text('Zone', 16, ({ zone }) => zone ?? headquarters),
  text('Role', 16, ({ role }) => role),
  text('Username', 16, ({ username }) => username),
  text('First Name', 18, ({ firstName }) => firstName),
  text('Last Name', 18, ({ lastName }) => lastName),
  text('Email', 32, ({ email }) => email),
  text('Phone', 18, ({ phone }) => phone),
  text('Active', 8, ({ active }) => (active ? 'Yes' : 'No')),
  moment('Last Active', ({ lastActive }) => lastActive, 'Never logged in'),
  moment('Added', ({ createdAt }) => createdAt),
];

/** Every user that the filter shows, in the list's order, as a file. 400 beyond `exportLimits`. */
export async function exportUsersOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportUsers>,
) {
  const matching = matchingUsers(reports, caller, filters);
  if (matching instanceof Refusal) return matching;
  const rows = await matching
    .select('users.id')
    .orderBy(orderOf(filters.sort))
    .limit(exportLimits[format] + 1)
    .execute();
  return exportList(db, actor, caller, {
    event: 'users.exported',
    format,
    filters,
    name: 'users',
    columns,
    ids: rows.map(({ id }) => id),
    rowsOf: async (ids) => cellsOf(columns, await usersInOrder(reports, ids)),
  });
}

/** These users in the order of the ids, without a check of scope: the caller has made it. */
async function usersInOrder(db: Deps['db'], ids: readonly string[]): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const found = new Map(rows.map((row) => [row.id, userToWire(row, String)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
