import type { UnknownAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { ExportFormat } from '#contract/list-filters.ts';
import type { Colleague, User } from '#contract/users.ts';
import * as users from '#contract/users.ts';
import { type AreaState, createArea } from '#web/api/area.ts';
import type { ReadQuery } from '#web/api/call-options.ts';
import { call, callFile } from '#web/api/call.ts';
import { refreshed } from '#web/api/current-user.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';

/** A list's request; an empty search or sort is not sent. */
export type UserFilters = Omit<ReadQuery<typeof users.listUsers>, 'limit' | 'page'>;

export interface UserQuery extends UserFilters {
  limit: number;
  page: number;
}

export interface UserParts {
  /** The user's own record. */
  one: User | null;
  /** A user as last read or changed. */
  update: User | null;
  /** The question that `all` answers; null until the list was loaded once. */
  loadedQuery: UserQuery | null;
}
export type UserState = AreaState<User, UserParts>;

const area = createArea<User, UserParts>('user', 'end', {
  one: null,
  update: null,
  loadedQuery: null,
});
const { pageLoaded, added, changed, partsSet } = area.actions;
export { added as userAdded };

export function userReducer(state: UserState | undefined, action: UnknownAction): UserState {
  const next = area.reducer(state, action);
  return refreshed.match(action) ? { ...next, one: action.payload } : next;
}

export const useUsers = useSelector.withTypes<{ user: UserState }>();

const inFull = (row: User | Colleague): row is User => 'email' in row;

/** Loads one page into `all`. Aborted when the query changes: only the last answer counts. */
export async function listUsers(dispatch: Dispatch, query: UserQuery, signal: AbortSignal) {
  const answer = await call(users.listUsers, { query, signal });
  signal.throwIfAborted();
  dispatch(pageLoaded({ ...answer, data: answer.data.filter(inFull) }));
  dispatch(partsSet({ loadedQuery: query }));
  return answer;
}

/** Fetches every user that the search shows, in the list's order, as a file. */
export function fetchUsers(query: UserFilters & { format: ExportFormat }): Promise<File> {
  return callFile(users.exportUsers, { query });
}

export interface ChangedUser {
  id: string;
  /** True if it is the signed-in person's own record. */
  own: boolean;
}

export async function readUser(
  dispatch: Dispatch,
  { id, own }: ChangedUser,
  signal?: AbortSignal,
): Promise<User> {
  const { data } = await call(users.readUser, { params: { id }, signal });
  return userRead(dispatch, data, own);
}

export function userRead(dispatch: Dispatch, user: User, own: boolean): User {
  dispatch(changed(user));
  dispatch(partsSet({ update: user }));
  if (own) dispatch(refreshed(user));
  return user;
}
