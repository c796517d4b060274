import { useSyncExternalStore } from 'react';
import { relativeTime, type Instant } from './time.ts';

const watchers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

/** One clock for all that tick, and none while nothing does. */
function onTick(watcher: () => void): () => void {
  watchers.add(watcher);
  clock ??= setInterval(() => {
    for (const each of watchers) each();
  }, 1_000);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/** How long ago, in words that keep themselves true. */
export function useRelativeTime(instant: Instant | null): string {
  return useSyncExternalStore(onTick, () => relativeTime(instant));
}
