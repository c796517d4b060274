import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { afterFirstUse } from './when-idle.ts';

/** True if the person may pay for each byte: then nothing is fetched that may never be opened. */
export const Metered = createContext<() => boolean>(() => false);

/** `soon` is what is shown in any case, though not in the first moment. */
export type Wanted = boolean | 'soon';

/** A part of the page, or a dialog over it, that is fetched after the page itself. */
export interface LazyPart<Part> {
  /** Fetches it, unless it is there; a failure is silent, and the next call tries again. */
  get: () => Promise<Part | undefined>;
  /**
   * The part once it is there. It is fetched at once while `wanted`, else when somebody has begun
   * to use the page and the browser is idle. Where data is paid for, a part that isn't `soon` waits
   * until it is wanted.
   */
  use: (wanted: Wanted) => Part | undefined;
  /**
   * The part once it is there, for a place that has nothing else to show. It does without Suspense,
   * with which React holds a part back for 0.3 s.
   *
   * @throws {Error} in rendering, if it can't be fetched.
   */
  useNeeded: () => Part | undefined;
}

export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined;
  let pending: Promise<Part> | undefined;
  const watchers = new Set<() => void>();

  function fetchPart(): Promise<Part> {
    pending ??= load().then(
      (loaded) => {
        part = loaded;
        for (const watcher of watchers) watcher();
        return loaded;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  }

  const get = () => fetchPart().catch(() => undefined);

  function watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  const useThere = () => useSyncExternalStore(watch, () => part);

  function usePart(wanted: Wanted): Part | undefined {
    const there = useThere();
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

  function useNeeded(): Part | undefined {
    const there = useThere();
    const [failed, setFailed] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      let unmounted = false;
      fetchPart().catch((error: unknown) => {
        if (!unmounted) setFailed({ error });
      });
      return () => {
        unmounted = true;
      };
    }, []);
    if (failed) throw failed.error;
    return there;
  }

  return { get, use: usePart, useNeeded };
}
