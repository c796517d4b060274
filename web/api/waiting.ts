import { useSyncExternalStore } from 'react';

/** How long an answer may take before what was sent counts as waiting, in milliseconds. */
const delay = 3_000;

let waiting = 0;
let underWay = 0;
const watchers = new Set<() => void>();
const others = new Set<() => boolean>();

function change(by: 1 | -1): void {
  waiting += by;
  for (const watcher of watchers) watcher();
}

let kept = 0;

/** How many things the device keeps until the server has them, which need no page to stay open. */
export function noteKept(count: number): void {
  if (kept === count) return;
  kept = count;
  for (const watcher of watchers) watcher();
}

/**
 * Counts one thing that the server has not confirmed, from `after` milliseconds on until the
 * returned function is called. Use 0 for what is known to be unsent, and Infinity for what is on its
 * way and counted among what the device keeps.
 */
export function startWaiting(after: number = delay): () => void {
  let counted = false;
  let over = false;
  underWay += 1;
  const count = () => {
    counted = true;
    change(1);
  };
  const timer = after === 0 || after === Infinity ? undefined : setTimeout(count, after);
  if (after === 0) count();
  return () => {
    if (over) return;
    over = true;
    underWay -= 1;
    clearTimeout(timer);
    if (counted) change(-1);
    counted = false;
  };
}

/** True if nothing is on its way to the server, so that the page can be replaced by a newer one. */
export function nothingIsWaiting(): boolean {
  return underWay === 0 && ![...others].some((isWaiting) => isWaiting());
}

/** Has `isWaiting` asked as well before a page is replaced, until the returned function is called. */
export function alsoWaits(isWaiting: () => boolean): () => void {
  others.add(isWaiting);
  return () => others.delete(isWaiting);
}

export function waitingNow(): number {
  return waiting + kept;
}

function onWaiting(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useWaiting(): number {
  return useSyncExternalStore(onWaiting, waitingNow);
}
