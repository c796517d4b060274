import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { afterFirstUse, inTurn } from './when-idle.ts';

/** True if the person may pay for each byte: then nothing is fetched that may never be opened. */
export const Metered = createContext<() => boolean>(() => false);

/** Hears of a part that can't be fetched, and whether somebody pressed for it. */
type Failed = (error: unknown, isPressedFor: boolean) => void;
const listeners = new Set<Failed>();

/** Adds a listener, until the returned function is called. */
export function onPartFailed(listener: Failed): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `soon` is what is shown in any case, though not in the first moment. */
export type Wanted = boolean | 'soon';

/** A part of the page, or a dialog over it, that is fetched after the page itself. */
export interface LazyPart<Part> {
  /** Fetches it, unless it is there; after a failure the next call tries again. */
  get: () => Promise<Part | undefined>;
  /**
   * The part, if it is there from the start or has been wanted: one that nobody wanted draws nothing
   * anew when it comes. It is fetched at once while `wanted`, else ahead. A part that becomes wanted
   * later counts as pressed for, and is fetched again with the next network.
   */
  use: (wanted: Wanted) => Part | undefined;
  /**
   * Fetches it when somebody has begun to use the page and the browser is idle; where data is paid
   * for, only if `always`.
   */
  useAhead: (always: boolean) => void;
  /** The part once it is there, for a place that waits until something else fetches it. */
  useThere: () => Part | undefined;
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

  const get = (isPressedFor = false) =>
    fetchPart().catch((error: unknown) => {
      for (const hear of listeners) hear(error, isPressedFor);
      return undefined;
    });

  function watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  const useOnce = (shown: boolean) => useSyncExternalStore(watch, () => (shown ? part : undefined));
  const useThere = () => useOnce(true);

  function useLater(isShown: boolean, always = isShown): void {
    const isMetered = useContext(Metered);
    const getLater = useEffectEvent(() => {
      if (!always && isMetered()) return;
      if (isShown) void get();
      else inTurn(() => get());
    });
    useEffect(() => (part === undefined ? afterFirstUse(getLater) : undefined), []);
  }

  function usePart(wanted: Wanted): Part | undefined {
    const [isShown, setIsShown] = useState(wanted !== false || part !== undefined);
    if (wanted !== false && !isShown) setIsShown(true);
    const there = useOnce(isShown);
    const missing = wanted === true && there === undefined;
    const [isPressedFor] = useState(wanted === false);
    useEffect(() => {
      if (!missing) return undefined;
      const fetchNow = () => void get(isPressedFor);
      fetchNow();
      window.addEventListener('online', fetchNow);
      return () => window.removeEventListener('online', fetchNow);
    }, [missing, isPressedFor]);
    useLater(wanted === 'soon');
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

  const useAhead = (always: boolean) => useLater(false, always);

  return { get: () => get(), use: usePart, useAhead, useThere, useNeeded };
}
