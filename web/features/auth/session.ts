import { guestToken, logout as logoutEndpoint } from '#contract/auth.ts';
import { readUser, type User } from '#contract/users.ts';
import { call, onSessionEnded, setToken } from '#web/api/call.ts';
import { noteInterruption } from '#web/forms/drafts/interruption.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { refreshed, signedIn, signedOut, type SignedInUser } from '#web/api/current-user.ts';
import { serverThunk, type Dispatch } from '#web/api/server-thunk.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { judgeToken, logoutClearsAll, tokenOwner } from './stored-session.ts';

const refreshUser = serverThunk('currentUser/refresh', async (id: string, { dispatch }) => {
  const { data } = await call(readUser, { params: { id } });
  dispatch(refreshed(data));
});

/**
 * Takes up the session that local storage holds, and follows it from then on:
 * when the server ends it, and when another tab signs in or out.
 */
export function keepSession(dispatch: Dispatch): void {
  onSessionEnded(() => endSession(dispatch));
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === storageKeys.token) resume(dispatch);
  });
  // A page that comes back whole from the browser's memory may have been left by a logout.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) resume(dispatch);
  });
  resume(dispatch);
}

function resume(dispatch: Dispatch): void {
  const token = localStorage.getItem(storageKeys.token);
  const session = judgeToken(token, Date.now());
  if (session.is === 'expired') {
    noteLastUser(tokenOwner(token));
    endSession(dispatch);
  } else if (session.is === 'valid') {
    become(dispatch, token, session.user);
    if (session.user.role !== 'guest') void dispatch(refreshUser(session.user.id));
  } else {
    setToken(null);
    dispatch(signedOut(null));
  }
}

/** Signs in with what the server answered, and keeps the token for the next start. */
export function enter(dispatch: Dispatch, token: string, user: User): void {
  localStorage.setItem(storageKeys.token, token);
  become(dispatch, token, user);
  dispatch(refreshed(user));
}

/** Signs in the built-in guest, without a call. */
export function enterAsGuest(dispatch: Dispatch): void {
  localStorage.setItem(storageKeys.token, guestToken);
  resume(dispatch);
}

/** Ends the session by choice; the server is told, whether it answers or not. */
export function logout(dispatch: Dispatch): void {
  const guest = localStorage.getItem(storageKeys.token) === guestToken;
  if (!guest) void call(logoutEndpoint).catch(() => undefined);
  const clearAll = logoutClearsAll(localStorage.getItem(storageKeys.portfolio), Date.now());
  if (clearAll) localStorage.clear();
  else localStorage.removeItem(storageKeys.token);
  setToken(null);
  noteLastUser(null);
  dispatch(signedOut('logout'));
  window.scrollTo(0, 0);
}

function become(dispatch: Dispatch, token: string | null, user: SignedInUser): void {
  setToken(token);
  noteLastUser(user.id);
  noteInterruption(false);
  // Empties every area first: another person may have been signed in before.
  dispatch(signedOut(null));
  dispatch(signedIn(user));
}

function endSession(dispatch: Dispatch): void {
  localStorage.clear();
  setToken(null);
  dispatch(signedOut('ended'));
}
