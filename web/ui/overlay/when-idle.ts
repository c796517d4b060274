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

/** A person who touches nothing for this long is reading, so other parts may come. Milliseconds. */
const readingAfter = 5_000;

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
  const timer = setTimeout(once, readingAfter);
  used.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const use of firstUses)
    window.addEventListener(use, once, { signal: used.signal, capture: true, passive: true });
  return () => callOff();
}

/** Ends when all that was asked for in turn has run. */
let turns: Promise<unknown> = Promise.resolve();

/**
 * Runs in an idle moment after the end of whatever was asked for before, so that a slow phone hears
 * its buttons between them. Whoever needs the outcome asks for it another way.
 */
export function inTurn(run: () => Promise<unknown>): void {
  turns = turns
    .then(() => new Promise<void>((resolve) => void whenIdle(resolve)))
    .then(run)
    .catch(() => undefined);
}
