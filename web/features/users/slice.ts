import type { UnknownAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { SentBody } from '#contract/endpoint.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import type { Colleague, User } from '#contract/users.ts';
import * as users from '#contract/users.ts';
import { type AreaState, createArea } from '#web/api/area.ts';
import type { ReadQuery } from '#web/api/call-options.ts';
import { call, callFile } from '#web/api/call.ts';
import { refreshed } from '#web/api/current-user.ts';
import { type Dispatch, serverThunk } from '#web/api/server-thunk.ts';

/** What a list asks for. A search or a sort that is not given is not sent. */
export type UserFilters = Pick<ReadQuery<typeof users.listUsers>, '_searchfirstName' | 'sort'>;

export interface UserQuery extends UserFilters {
  limit: number;
  page: number;
}

export interface UserParts {
  /** The user's own record. */
  one: User | null;
  /** A user as last read or changed. */
  update: User | null;
  /** What `all` is the answer to; null until the list was loaded once. */
  loadedQuery: UserQuery | null;
}
export type UserState = AreaState<User, UserParts>;

const area = createArea<User, UserParts>('user', 'end', {
  one: null,
  update: null,
  loadedQuery: null,
});
const { pageLoaded, added, changed, partsSet } = area.actions;

export function userReducer(state: UserState | undefined, action: UnknownAction): UserState {
  const next = area.reducer(state, action);
  return refreshed.match(action) ? { ...next, one: action.payload } : next;
}

export const useUsers = useSelector.withTypes<{ user: UserState }>();

const inFull = (row: User | Colleague): row is User => 'email' in row;

/** Loads one page into `all`. Abort the promise when the query changes: only the last answer counts. */
export const listUsers = serverThunk('user/list', async (query: UserQuery, tools) => {
  const answer = await call(users.listUsers, { query, signal: tools.signal });
  tools.signal.throwIfAborted();
  tools.dispatch(pageLoaded({ ...answer, data: answer.data.filter(inFull) }));
  tools.dispatch(partsSet({ loadedQuery: query }));
  return answer;
});

/** Fetches every user that the search shows, in the list's order, as a file. */
export function fetchUsers(query: UserFilters & { format: ExportFormat }): Promise<File> {
  return callFile(users.exportUsers, { query });
}

/** Adds a user, with a picture if one was chosen, and puts it at the end of the list. */
export const createUser = serverThunk(
  'user/create',
  async (
    { body, picture }: { body: SentBody<typeof users.createUser>; picture: File | null },
    { dispatch },
  ) => {
    const { data } = await call(users.createUser, { body, files: avatar(picture) });
    dispatch(added(data));
    return data;
  },
);

interface ChangedUser {
  id: string;
  /** Whether it is the signed-in person's own record. */
  own: boolean;
}

export const updateUser = serverThunk(
  'user/update',
  async (
    { id, own, body }: ChangedUser & { body: SentBody<typeof users.updateUser> },
    { dispatch },
  ) => {
    const { data } = await call(users.updateUser, { params: { id }, body });
    keep(dispatch, data, own);
    return data;
  },
);

export const saveAvatar = serverThunk(
  'user/save-avatar',
  async ({ id, own, picture }: ChangedUser & { picture: File }, { dispatch }) => {
    const { data } = await call(users.changeAvatar, { body: { id }, files: avatar(picture) });
    keep(dispatch, data, own);
    return data;
  },
);

export const readUser = serverThunk(
  'user/read',
  async ({ id, own }: ChangedUser, { dispatch, signal }) => {
    const { data } = await call(users.readUser, { params: { id }, signal });
    keep(dispatch, data, own);
    return data;
  },
);

function keep(dispatch: Dispatch, user: User, own: boolean): void {
  dispatch(changed(user));
  dispatch(partsSet({ update: user }));
  if (own) dispatch(refreshed(user));
}

const avatar = (picture: File | null) =>
  picture === null ? [] : [{ name: 'avatar', file: picture }];
