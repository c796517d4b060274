import { useSyncExternalStore } from 'react';
import { listen, type Received } from './outbox.ts';

let received: readonly Received[] = [];
const watchers = new Set<() => void>();

function set(next: readonly Received[]): void {
  received = next;
  for (const watcher of watchers) watcher();
}

/** Keeps which of a user's records that waited have been received, until the returned function is called. */
export function keepReceived(userId: string, onReceived: (record: Received) => void): () => void {
  const stop = listen(userId, (told) => {
    if (told.is !== 'received') return;
    set([told, ...received.filter(({ id }) => id !== told.id)]);
    onReceived(told);
  });
  return () => {
    stop();
    set([]);
  };
}

export function putReceivedAway(id: string): void {
  set(received.filter((record) => record.id !== id));
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Those that were received while this page is open and were not put away, the newest first. */
export function useReceived(): readonly Received[] {
  return useSyncExternalStore(watch, () => received);
}
