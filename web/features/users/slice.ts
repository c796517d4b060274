import type { UnknownAction } from '@reduxjs/toolkit';
import type { User } from '#contract/users.ts';
import { createArea, type AreaState } from '#web/lib/area.ts';
import { refreshed } from '#web/lib/current-user.ts';

export interface UserParts {
  /** The user's own record. */
  one: User | null;
}
export type UserState = AreaState<User, UserParts>;

const userArea = createArea<User, UserParts>('user', 'end', { one: null });

export function userReducer(state: UserState | undefined, action: UnknownAction): UserState {
  const next = userArea.reducer(state, action);
  return refreshed.match(action) ? { ...next, one: action.payload } : next;
}
