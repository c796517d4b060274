import { useSyncExternalStore } from 'react';

let needed = false;
const watchers = new Set<() => void>();

/** Notes whether the server wants a second factor set up before anything else. */
export function noteFactorNeeded(now: boolean): void {
  if (needed === now) return;
  needed = now;
  for (const watcher of watchers) watcher();
}

function onFactorNeeded(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useFactorNeeded = (): boolean => useSyncExternalStore(onFactorNeeded, () => needed);
