import { useEffect, useSyncExternalStore } from 'react';

/** A part of the page that is fetched after the page itself. */
export interface LatePart<Part> {
  /** Fetches it, unless it is there; a failure is silent, and the next call tries again. */
  get: () => Promise<Part | undefined>;
  /**
   * The part once it is there. It is fetched at once while `wanted`, else when somebody begins to use
   * the page.
   */
  use: (wanted: boolean) => Part | undefined;
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

  function usePart(wanted: boolean): Part | undefined {
    const there = useSyncExternalStore(watch, () => part);
    const missing = wanted && there === undefined;
    useEffect(() => {
      if (missing) void get();
    }, [missing]);
    useEffect(() => (part === undefined ? onFirstUse(() => void get()) : undefined), []);
    return there;
  }

  return { get, use: usePart };
}

/** What tells that somebody begins to use the page. */
const firstUses = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** After this long the page is there, and what follows may come. Milliseconds. */
const quiet = 5_000;

/**
 * Runs once when somebody begins to use the page, or some seconds later, so as not to take the line
 * from what the page shows first. The returned function calls it off.
 */
export function onFirstUse(run: () => void): () => void {
  const over = new AbortController();
  const once = () => {
    over.abort();
    run();
  };
  const timer = setTimeout(once, quiet);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const use of firstUses)
    window.addEventListener(use, once, { signal: over.signal, capture: true, passive: true });
  return () => over.abort();
}
