import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { afterFirstUse } from './when-idle.ts';

/** True if the person may pay for each byte: then nothing is fetched that may never be opened. */
export const Metered = createContext<() => boolean>(() => false);

/** `soon` is what is shown in any case, though not in the first moment. */
export type Wanted = boolean | 'soon';

/** A part of the page that is fetched after the page itself. */
export interface LatePart<Part> {
  /** Fetches it, unless it is there; a failure is silent, and the next call tries again. */
  get: () => Promise<Part | undefined>;
  /**
   * The part once it is there. It is fetched at once while `wanted`, else when somebody has begun to use
   * the page and the browser is idle; what may never be wanted only where data isn't paid for.
   */
  use: (wanted: Wanted) => Part | undefined;
}

export function late<Part>(load: () => Promise<Part>): LatePart<Part> {
  let part: Part | undefined;
  let pending: Promise<Part | undefined> | undefined;
  const watchers = new Set<() => void>();

  function get(): Promise<Part | undefined> {
    pending ??= load().then(
      (loaded) => {
        part = loaded;
        for (const watcher of watchers) watcher();
        return loaded;
      },
      () => {
        pending = undefined;
        return undefined;
      },
    );
    return pending;
  }

  function watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  function usePart(wanted: Wanted): Part | undefined {
    const there = useSyncExternalStore(watch, () => part);
    const missing = wanted === true && there === undefined;
    useEffect(() => {
      if (missing) void get();
    }, [missing]);
    const isMetered = useContext(Metered);
    const getAhead = useEffectEvent(() => {
      if (wanted === 'soon' || !isMetered()) void get();
    });
    useEffect(() => (part === undefined ? afterFirstUse(getAhead) : undefined), []);
    return there;
  }

  return { get, use: usePart };
}
