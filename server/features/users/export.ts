import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import { headquarters } from '#contract/places.ts';
import type { exportUsers, User } from '#contract/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Cell, type Column, exportList } from '#server/lists/commands.ts';
import { momentOf } from '#server/time.ts';
import { matchingUsers, orderOf } from './list-conditions.ts';
import { userToWire } from './queries.ts';

interface UserColumn extends Column {
  readonly cell: (user: User) => Cell;
}

const text = (name: string, width: number, cell: UserColumn['cell']): UserColumn => ({
  name,
  width,
  cell,
  kind: 'text',
});
const moment = (name: string, cell: UserColumn['cell']): UserColumn => ({
  name,
  width: 17,
  cell,
  kind: 'moment',
});

/** Pictures are not exported. */
const columns: readonly UserColumn[] = [
  text('State', 12, ({ state }) => state ?? 'All states'),
  text('Zone', 16, ({ zone }) => zone ?? headquarters),
  text('Role', 16, ({ role }) => role),
  text('Username', 16, ({ username }) => username),
  text('First Name', 18, ({ firstName }) => firstName),
  text('Last Name', 18, ({ lastName }) => lastName),
  text('Email', 32, ({ email }) => email),
  text('Phone', 18, ({ phone }) => phone),
  text('Active', 8, ({ active }) => (active ? 'Yes' : 'No')),
  moment('Last Active', ({ lastActive }) =>
    lastActive === null ? 'Never logged in' : momentOf(lastActive),
  ),
  moment('Added', ({ createdAt }) => momentOf(createdAt)),
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
    rowsOf: async (ids) =>
      (await usersInOrder(reports, ids)).map((user) => columns.map(({ cell }) => cell(user))),
  });
}

/** These users in the order of the ids, without a check of scope: the caller has made it. */
async function usersInOrder(db: Deps['db'], ids: readonly string[]): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const found = new Map(rows.map((row) => [row.id, userToWire(row, String)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
