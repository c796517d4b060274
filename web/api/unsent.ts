import { createStore } from '#web/device/create-store.ts';

/** After so many ms without an answer, a change counts as unsent. */
const answerIsLateMs = 3_000;

/** How many records the device keeps, and how many other changes wait for a late answer. */
const unsent = createStore(0);
let keptRecords = 0;
let changesUnderWay = 0;

function add(count: number): void {
  unsent.set(unsent.get() + count);
}

/** Sets how many records the device keeps until the server has them. They outlast a closed page. */
export function noteKept(count: number): void {
  add(count - keptRecords);
  keptRecords = count;
}

/**
 * Notes that a change is on its way to the server, until the returned function is called. `noteKept`
 * already counts a change that the device keeps.
 */
export function noteUnderWay(isKept = false): () => void {
  let isOver = false;
  let isCounted = false;
  changesUnderWay += 1;
  const countIt = () => {
    isCounted = true;
    add(1);
  };
  const timer = isKept ? undefined : setTimeout(countIt, answerIsLateMs);
  return () => {
    if (isOver) return;
    isOver = true;
    changesUnderWay -= 1;
    clearTimeout(timer);
    if (isCounted) add(-1);
  };
}

/** True while a change is on its way, so that the page can't be replaced by a newer one. */
export function isChangeUnderWay(): boolean {
  return changesUnderWay > 0;
}

export const unsentCount = unsent.get;

export const useUnsentCount = unsent.use;
