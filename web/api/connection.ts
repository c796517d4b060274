import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** How long the server may leave us without an answer before we count as offline, in milliseconds. */
const patience = 3_000;

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
const watchers = new Set<() => void>();

function change(next: Partial<Connection>): void {
  connection = { ...connection, ...next };
  for (const watcher of watchers) watcher();
}

/** The server answered: whatever it said, the line is good. */
export function heardServer(): void {
  const wasSure = connection.sure;
  clearTimeout(givingUp);
  givingUp = undefined;
  if (wasSure) connection.heardAt = Date.now();
  else change({ online: true, sure: true, heardAt: Date.now(), nextLook: null });
}

/** An answer failed to come: counts as offline when nothing is heard for 3 seconds. */
export function lostServer(): void {
  if (!connection.sure) return;
  change({ sure: false });
  givingUp = setTimeout(() => {
    givingUp = undefined;
    change({ online: false });
  }, patience);
}

/** Notes when the server is asked again; null while it is asked. */
export function planLook(at: number | null): void {
  change({ nextLook: at });
}

/** Whatever stands before the server says 502 to 504 while the server itself is gone. */
export function isGone(status: number): boolean {
  return status >= 502 && status <= 504;
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
