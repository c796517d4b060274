import { guestToken, logout as logoutEndpoint, tokenPayloadSchema } from '#contract/auth.ts';
import { readUser, type User } from '#contract/users.ts';
import { call, onServerDate, onSessionEnded, setToken } from '#web/api/call.ts';
import {
  recalled,
  refreshed,
  signedIn,
  type SignedInUser,
  signedOut,
} from '#web/api/current-user.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import { dropPersonalCopies, keepCopy, personalCopies, readCopy } from '#web/device/copies.ts';
import { lastUser, noteLastUser } from '#web/device/last-user.ts';
import { forgetPerson, notePerson } from '#web/device/people.ts';
import { noteServerClock, serverNow } from '#web/device/server-clock.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { noteInterruption } from '#web/forms/drafts/interruption.ts';
import { logoutClearsAll, readToken } from './stored-session.ts';

const { profile } = personalCopies;
/** The person as the forms need them, from the token. */
const profileSchema = tokenPayloadSchema.omit({ exp: true });

async function refreshUser(dispatch: Dispatch, id: string): Promise<void> {
  void readCopy(profile, profileSchema).then((copy) => {
    if (copy) dispatch(recalled(copy.value));
  });
  const { data } = await call(readUser, { params: { id } });
  dispatch(refreshed(data));
  if (lastUser() === id) await keepCopy(profile, profileSchema.parse(data));
}

/**
 * Resumes the session in local storage. It follows the session from then on: its end by the server,
 * and sign-ins and logouts in another tab.
 */
export function keepSession(dispatch: Dispatch): void {
  onSessionEnded(() => endSession(dispatch));
  onServerDate(noteServerClock);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === storageKeys.token) resume(dispatch);
  });
  // A page that Back restores from the browser's cache may be older than a logout.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) resume(dispatch);
  });
  resume(dispatch, true);
}

/** A clock ends a session only where the application `starts`; later the server's word alone does. */
function resume(dispatch: Dispatch, starts = false): void {
  const token = localStorage.getItem(storageKeys.token);
  const session = readToken(token, serverNow());
  if (session.is === 'none' || session.is === 'unreadable') {
    setToken(null);
    dispatch(signedOut(null));
    return;
  }
  if (starts && session.is === 'expired') {
    noteLastUser(session.user.id);
    endSession(dispatch);
    return;
  }
  setUser(dispatch, token, session.user);
  if (session.user.role !== 'guest') refreshUser(dispatch, session.user.id).catch(() => undefined);
}

/** Signs in with the server's answer, and stores the token for the next start. */
export function startSession(dispatch: Dispatch, token: string, user: User): void {
  localStorage.setItem(storageKeys.token, token);
  setUser(dispatch, token, user);
  dispatch(refreshed(user));
  void keepCopy(profile, profileSchema.parse(user));
}

/** Signs in the built-in guest, without a call. */
export function startGuestSession(dispatch: Dispatch): void {
  localStorage.setItem(storageKeys.token, guestToken);
  resume(dispatch);
}

/** Ends the session by choice. The server is told, but not waited for. */
export function logout(dispatch: Dispatch): void {
  const guest = localStorage.getItem(storageKeys.token) === guestToken;
  if (!guest) void call(logoutEndpoint).catch(() => undefined);
  const clearAll = logoutClearsAll(localStorage.getItem(storageKeys.portfolio), Date.now());
  if (clearAll) localStorage.clear();
  else localStorage.removeItem(storageKeys.token);
  setToken(null);
  const userId = lastUser();
  if (userId !== null) {
    void dropPersonalCopies(userId);
    void forgetPerson(userId);
    // The sign-in page alone doesn't load it.
    void import('#web/sending/unneeded-key.ts')
      .then(({ forgetKeyUnlessWaiting }) => forgetKeyUnlessWaiting(userId))
      .catch(() => undefined);
  }
  noteLastUser(null);
  dispatch(signedOut('logout'));
  window.scrollTo(0, 0);
}

function setUser(dispatch: Dispatch, token: string | null, user: SignedInUser): void {
  setToken(token);
  noteLastUser(user.id);
  const { id, role, firstName, lastName, email } = user;
  if (role !== 'guest') void notePerson(id, `${firstName} ${lastName}`, email);
  noteInterruption(false);
  // Empties every area first: another person may have been signed in before.
  dispatch(signedOut(null));
  dispatch(signedIn(user));
}

function endSession(dispatch: Dispatch): void {
  const userId = lastUser();
  if (userId !== null) void dropPersonalCopies(userId);
  localStorage.clear();
  setToken(null);
  dispatch(signedOut('ended'));
}
