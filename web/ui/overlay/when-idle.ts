/** The longest that something waits for a browser that is never idle, in milliseconds. */
const longest = 3_000;

/** Runs once when the browser has nothing else to do. The returned function calls it off. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = window.requestIdleCallback(run, { timeout: longest });
    return () => window.cancelIdleCallback(asked);
  }
  // Safari has no idle callbacks.
  const timer = setTimeout(run, 500);
  return () => clearTimeout(timer);
}

/** One of these says that somebody begins to use the page. */
const firstUses = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** After this long the page is there, and what follows may come. Milliseconds. */
const quiet = 5_000;

/**
 * Runs once somebody has begun to use the page, or some seconds later, and the browser is idle. So
 * it takes neither the line nor the processor from the first screen. The returned function calls it
 * off.
 */
export function afterFirstUse(run: () => void): () => void {
  const used = new AbortController();
  let callOff = () => used.abort();
  const once = () => {
    used.abort();
    callOff = whenIdle(run);
  };
  const timer = setTimeout(once, quiet);
  used.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const use of firstUses)
    window.addEventListener(use, once, { signal: used.signal, capture: true, passive: true });
  return () => callOff();
}
