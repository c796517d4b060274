import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Back closes the top layer, and only then leaves. A step back over an open layer is taken back
 * before the router hears of it, and the layer closes. So the history holds the steps between
 * screens alone. The product's first entry gets one before it, the floor, to step back to.
 */
interface Layer {
  readonly leave: () => void;
}

/** The state of a history entry. `idx` is the router's number of it, from 0. */
interface Entry {
  readonly idx?: number;
  /** The floor can be stepped back to, and shows the screen of the entry after it. */
  readonly floor?: true;
  /** The first entry of the product, with a floor before it. */
  readonly raised?: true;
}

const opened: Layer[] = [];
/** The router's present entry. */
let here = 0;
/** True if a record is open there that has an entry of its own. */
let isAddressed = false;
/** True once the step back to the router's entry has been taken. */
let isReturning = false;
/** True if the next step is one of the product's own. */
let isOwnStep = false;

const entry = (): Entry => (window.history.state ?? {}) as Entry;

function placeOf({ idx = 0, floor }: Entry): number {
  return floor ? idx - 1 : idx;
}

/** Calls `leave` on a step back while `active`, if nothing was opened since. */
export function useBack(active: boolean, leave: () => void): void {
  const leaveNow = useEffectEvent(leave);
  useLayoutEffect(() => {
    if (!active) return undefined;
    const layer: Layer = { leave: () => leaveNow() };
    opened.push(layer);
    raiseFirstEntry();
    return () => void opened.splice(opened.indexOf(layer), 1);
  }, [active]);
}

/** Lets the step that follows pass: `history.back()` of the product itself. */
export function passOwnStep(): void {
  isOwnStep = opened.length > 0;
}

/**
 * Hears of each step before the router does, which is at the entry of this key. `addressed` is true
 * if the entry itself opens a record over its screen. A step back then leads to where the record
 * was opened.
 */
export function useWatchedBack(key: string, addressed: boolean): void {
  useLayoutEffect(() => {
    here = placeOf(entry());
    isAddressed = addressed;
  }, [key, addressed]);
  useLayoutEffect(() => {
    window.addEventListener('popstate', onStep, { capture: true });
    return () => window.removeEventListener('popstate', onStep, { capture: true });
  }, []);
}

function raiseFirstEntry(): void {
  const first = entry();
  if (first.floor === true || (first.raised !== true && (first.idx ?? 0) === 0)) {
    const { floor: _, ...plain } = first;
    window.history.replaceState({ ...plain, floor: true }, '');
    window.history.pushState({ ...plain, raised: true }, '');
  }
  // The screen of this entry may still be on its way, and the router say so only then.
  here = placeOf(entry());
}

/** True if the top layer is a record with an entry of its own. */
const isOwnEntry = (): boolean => isAddressed && opened.length === 1;

function onStep(event: Event): void {
  const now = entry();
  const place = placeOf(now);
  if (isOwnStep) {
    isOwnStep = false;
    return;
  }
  if (isReturning) {
    event.stopImmediatePropagation();
    if (place !== here) window.history.go(here - place);
    else {
      isReturning = false;
      opened.at(-1)?.leave();
    }
  } else if (opened.length > 0 && place < here && !(isOwnEntry() && place >= 0)) {
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(here - place);
  } else if (now.floor && here === 0) {
    // Nothing is open, and the router shows this already: on to what was before the product.
    event.stopImmediatePropagation();
    here = place;
    window.history.back();
  }
}
