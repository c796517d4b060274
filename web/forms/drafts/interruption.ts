import { useSyncExternalStore } from 'react';

let interrupted = false;
const watchers = new Set<() => void>();

/** Notes whether the session ended over a form whose draft was saved; false once somebody signs in. */
export function noteInterruption(happened: boolean): void {
  interrupted = happened;
  for (const watcher of watchers) watcher();
}

/** True if the session ended over a form whose draft was saved. It doesn't tell whose form. */
export function useInterruption(): boolean {
  return useSyncExternalStore(watch, () => interrupted);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
