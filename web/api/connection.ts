import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { wake } from '#contract/auth.ts';

/** How long the server may leave us without an answer before we count as offline. All in milliseconds. */
const patience = 3_000;
const firstLook = 1_000;
const longestPause = 10_000;
const lookTakes = 5_000;

export interface Connection {
  online: boolean;
  /** Whether the last answer that was awaited came. */
  sure: boolean;
  /** When the server was last heard. */
  heardAt: number;
  /** When it is asked again; null while an answer is awaited or nothing is wrong. */
  nextLook: number | null;
}

let connection: Connection = { online: true, sure: true, heardAt: Date.now(), nextLook: null };
let givingUp: ReturnType<typeof setTimeout> | undefined;
let looking: ReturnType<typeof setTimeout> | undefined;
let looks = 0;
const watchers = new Set<() => void>();

function change(next: Partial<Connection>): void {
  connection = { ...connection, ...next };
  for (const watcher of watchers) watcher();
}

/** The server answered: whatever it said, the line is good. */
export function heardServer(): void {
  const wasSure = connection.sure;
  clearTimeout(givingUp);
  clearTimeout(looking);
  givingUp = undefined;
  looking = undefined;
  looks = 0;
  if (wasSure) connection.heardAt = Date.now();
  else change({ online: true, sure: true, heardAt: Date.now(), nextLook: null });
}

/** An answer failed to come: asks again, and counts as offline when nothing is heard for 3 seconds. */
export function lostServer(): void {
  if (!connection.sure) return;
  change({ sure: false });
  givingUp = setTimeout(() => {
    givingUp = undefined;
    change({ online: false });
  }, patience);
  lookIn(firstLook);
}

function lookIn(pause: number): void {
  clearTimeout(looking);
  looking = setTimeout(() => void lookNow(), pause);
  change({ nextLook: Date.now() + pause });
}

/** Asks at once whether the server is there. */
export async function lookNow(): Promise<void> {
  clearTimeout(looking);
  looks += 1;
  change({ nextLook: null });
  try {
    const signal = AbortSignal.timeout(lookTakes);
    const response = await fetch(wake.path, { cache: 'no-store', signal });
    await response.text();
    if (!isGone(response.status)) {
      heardServer();
      return;
    }
  } catch {
    // Still not there.
  }
  if (!connection.sure) {
    lookIn(Math.min(longestPause, firstLook * 2 ** Math.min(looks, 5)));
  }
}

/** Whatever stands before the server says 502 to 504 while the server itself is gone. */
export function isGone(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Watches the device's own network too, until the returned function is called. */
export function watchNetwork(): () => void {
  const back = () => void lookNow();
  window.addEventListener('offline', lostServer);
  window.addEventListener('online', back);
  if (!navigator.onLine) lostServer();
  return () => {
    window.removeEventListener('offline', lostServer);
    window.removeEventListener('online', back);
  };
}

export function onConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How we stand to the server now. */
export function connectionNow(): Connection {
  return connection;
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, connectionNow);
}

/** Runs when the server is heard again after it was missed. */
export function useServerBack(run: () => void): void {
  const back = useEffectEvent(run);
  useEffect(() => {
    let { sure } = connection;
    return onConnection(() => {
      if (connection.sure && !sure) back();
      ({ sure } = connection);
    });
  }, []);
}
