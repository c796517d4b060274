import { decodeJwt } from 'jose';
import { noteLastUser } from '#web/device/last-user.ts';
import { serverNow } from '#web/device/server-clock.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

/** The promise of the stored token before the application is there to read it. */
export type Promised = 'nobody' | 'somebody' | 'an ended session';

interface Stored {
  promises: Promised;
  owner: string | null;
}

/** Reads no more of the stored token than whether it has ended, and whose it is. */
function readStoredToken(): Stored {
  const token = localStorage.getItem(storageKeys.token);
  if (token === null || token === '') return { promises: 'nobody', owner: null };
  // The application knows what to do with one that can't be read.
  const unknown = { promises: 'somebody', owner: null } as const;
  try {
    const { exp, id } = decodeJwt<{ exp?: unknown; id?: unknown }>(token);
    if (typeof exp !== 'number' || typeof id !== 'string') return unknown;
    return { promises: exp * 1000 > serverNow() ? 'somebody' : 'an ended session', owner: id };
  } catch {
    return unknown;
  }
}

/** True if somebody is signed in on this device. */
export const findSession = (): Promised => readStoredToken().promises;

/** Clears an ended session away, with all of local storage; what waits to be sent is kept elsewhere. */
export function clearEndedSession(): void {
  noteLastUser(readStoredToken().owner);
  localStorage.clear();
}
