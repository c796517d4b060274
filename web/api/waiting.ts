import { createStore } from '#web/device/create-store.ts';

/** A sent call counts as waiting after so many milliseconds without an answer. */
const delay = 3_000;

const waiting = createStore(0);
let underWay = 0;
const others = new Set<() => boolean>();

function change(by: number): void {
  waiting.set(waiting.get() + by);
}

let kept = 0;

/**
 * Says how many things the device keeps until the server has them; they need no page to stay open.
 */
export function noteKept(count: number): void {
  change(count - kept);
  kept = count;
}

/**
 * Counts one thing that the server has not confirmed, from `after` milliseconds on until the
 * returned function is called. Use 0 for a known failure to send. Use Infinity for a record on its
 * way, which counts among those that the device keeps.
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

export const waitingNow = waiting.get;

export const useWaiting = waiting.use;
