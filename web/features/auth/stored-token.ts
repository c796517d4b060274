import { jwtDecode } from 'jwt-decode';
import { wakeServer } from '#web/api/wake.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

/** What the stored token promises before the application is there to read it. */
export type Promised = 'nobody' | 'somebody' | 'an ended session';

interface Stored {
  promises: Promised;
  /** Milliseconds, UTC. */
  endsAt: number;
  owner: string | null;
}

/** Reads no more of a token than when it ends, at `now` (milliseconds, UTC), and whose it is. */
function readStoredToken(token: string | null, now: number): Stored {
  // The application knows what to do with one that can't be read.
  const unknown = { promises: 'somebody', endsAt: Infinity, owner: null } as const;
  if (token === null || token === '') return { ...unknown, promises: 'nobody' };
  try {
    const { exp, id } = jwtDecode<{ exp?: unknown; id?: unknown }>(token);
    if (typeof exp !== 'number' || typeof id !== 'string') return unknown;
    const endsAt = exp * 1000;
    return { promises: endsAt > now ? 'somebody' : 'an ended session', endsAt, owner: id };
  } catch {
    return unknown;
  }
}

/** Whether somebody is signed in on this device, by its own clock. */
export const findSession = (): Promised => storedNow().promises;

const storedNow = () => readStoredToken(localStorage.getItem(storageKeys.token), Date.now());

/** A line that takes longer counts as none. Milliseconds. */
const patience = 1_500;

/**
 * Clears an ended session away; resolves to whether it did. The clock of a device may be wrong, and in
 * the field nobody can sign in again: a session is over once the server's clock says so, and goes on
 * while the server can't be reached.
 */
export async function clearEndedSession(): Promise<boolean> {
  const { endsAt, owner } = storedNow();
  if (!navigator.onLine) return false;
  const now = await wakeServer(AbortSignal.timeout(patience)).catch(() => null);
  // Another tab may have signed in meanwhile.
  if (now === null || endsAt > now || storedNow().endsAt !== endsAt) return false;
  noteLastUser(owner);
  localStorage.clear();
  return true;
}
