import { useSyncExternalStore } from 'react';

/** A value outside React. Watchers hear of it only when it becomes another one. */
export function createStore<Value>(first: Value) {
  let value = first;
  const watchers = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  return {
    get,
    set: (next: Value) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of watchers) watcher();
    },
    subscribe,
    use: (): Value => useSyncExternalStore(subscribe, get),
  };
}
