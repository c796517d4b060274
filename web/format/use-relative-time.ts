import { useSyncExternalStore } from 'react';
import { type Instant, relativeTime } from './time.ts';

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All share one timer, which runs only while there is a watcher. */
function onTick(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, 1_000);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time since an instant, in words that change with the time. */
export function useRelativeTime(instant: Instant | null): string {
  return useSyncExternalStore(onTick, () => relativeTime(instant));
}
