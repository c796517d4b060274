import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { TokenPayload } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';

/** The signed-in person: the fields of the token, and the others once the server has answered. */
export type SignedInUser = Omit<TokenPayload, 'exp'> & Partial<Omit<User, keyof TokenPayload>>;

type EmptyUser = Record<string, never>;

/** The reason why nobody is signed in: by choice, or because the session ended. */
export type Departure = 'logout' | 'ended';

export interface CurrentUserState {
  isAuthenticated: boolean;
  user: SignedInUser | EmptyUser;
  departure: Departure | null;
}

export const signedIn = createAction<SignedInUser>('currentUser/signedIn');
/** The server's own record of the signed-in person. */
export const refreshed = createAction<User>('currentUser/refreshed');
/**
 * The device's copy of the signed-in person's record: newer than the token, if their zone changed.
 */
export const recalled = createAction<SignedInUser>('currentUser/recalled');
/** Empties every area, so that the next person sees nothing of this one. */
export const signedOut = createAction<Departure | null>('currentUser/signedOut');

const nobody: CurrentUserState = { isAuthenticated: false, user: {}, departure: null };

export function currentUserReducer(
  state: CurrentUserState = nobody,
  action: UnknownAction,
): CurrentUserState {
  if (signedIn.match(action)) {
    const user = action.payload;
    return { isAuthenticated: Object.keys(user).length > 0, user, departure: null };
  }
  if (refreshed.match(action) && state.isAuthenticated) {
    // The answer to a change doesn't say them.
    const { duties } = state.user;
    return { ...state, user: { ...(duties && { duties }), ...action.payload } };
  }
  if (recalled.match(action) && state.user.id === action.payload.id && !('createdAt' in state.user))
    return { ...state, user: { ...state.user, ...action.payload } };
  if (signedOut.match(action)) return { ...nobody, departure: action.payload };
  return state;
}
