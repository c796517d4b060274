import { isMetered } from '#web/device/network.ts';
import { whenIdle } from '#web/ui/overlay/when-idle.ts';

/**
 * Fetches ahead what follows the sign-in page once that has loaded and the browser has nothing else to
 * do. Where data is paid for, only what is `needed` right after it, and only once somebody types. The
 * returned function calls it off.
 */
export function fetchBeforeSignIn(needed: () => void, later: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const wait = (run: () => void) => signal.addEventListener('abort', whenIdle(run));
  const fetchAll = () => {
    needed();
    later();
  };
  const once = { once: true, signal };
  if (isMetered()) window.addEventListener('input', () => wait(needed), once);
  else if (document.readyState === 'complete') wait(fetchAll);
  else window.addEventListener('load', () => wait(fetchAll), once);
  return () => over.abort();
}
