import { storageKeys } from './storage-keys.ts';

/** A smaller difference may be how long an answer takes, and counts as none. Milliseconds. */
const negligible = 5_000;

/** Keeps how far the server's clock is from this device's; `date` is of an answer that came just now. */
export function noteServerClock(date: string): void {
  const difference = Date.parse(date) - Date.now();
  if (Number.isNaN(difference)) return;
  try {
    if (Math.abs(difference) < negligible) localStorage.removeItem(storageKeys.clock);
    else localStorage.setItem(storageKeys.clock, String(difference));
  } catch {
    // A full or closed storage must not make a failure of the answer.
  }
}

/** This device's clock, corrected by the last known difference to the server's: milliseconds, UTC. */
export const serverNow = (): number =>
  Date.now() + (Number(localStorage.getItem(storageKeys.clock)) || 0);
