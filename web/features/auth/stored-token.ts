import { jwtDecode } from 'jwt-decode';
import { noteLastUser } from '#web/device/last-user.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

/** What the stored token promises before the application is there to read it. */
export type Promised = 'nobody' | 'somebody' | 'an ended session';

/** Reads no more of a token than when it ends, at `now` (milliseconds, UTC), and whose it is. */
function readStoredToken(token: string | null, now: number) {
  if (token === null || token === '') return { promises: 'nobody', owner: null } as const;
  try {
    const { exp, id } = jwtDecode<{ exp?: unknown; id?: unknown }>(token);
    if (typeof exp !== 'number' || typeof id !== 'string' || exp * 1000 > now)
      return { promises: 'somebody', owner: null } as const;
    return { promises: 'an ended session', owner: id } as const;
  } catch {
    // The application knows what to do with it.
    return { promises: 'somebody', owner: null } as const;
  }
}

/** Whether somebody is signed in on this device; an ended session is cleared away. */
export function findSession(): Promised {
  const { promises, owner } = readStoredToken(localStorage.getItem(storageKeys.token), Date.now());
  if (promises === 'an ended session') {
    noteLastUser(owner);
    localStorage.clear();
  }
  return promises;
}
