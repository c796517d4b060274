// What is fetched before anybody asks for it. Beside this, each lazy part comes by itself in an idle
// moment: web/ui/overlay/lazy-part.ts.
import { isMetered } from '#web/device/network.ts';
import { whenIdle } from '#web/ui/overlay/when-idle.ts';
import { loadLayout, loadPage } from './pages.ts';

/** Fetches the frame and the screen of a path, for whoever is about to sign in. */
export function fetchFirstScreen(path = '/'): void {
  for (const part of [loadLayout(), loadPage(path)]) part.catch(() => undefined);
}

/** Fetches the list that most people open from there. */
function fetchNextScreen(): void {
  loadPage('/unpaid').catch(() => undefined);
}

/**
 * Fetches ahead what follows the sign-in page once that has loaded and the browser has nothing else to
 * do. Where data is paid for, only what is `needed` right after it, and only once somebody types. The
 * returned function calls it off.
 */
export function fetchBeforeSignIn(needed: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const wait = (run: () => void) => signal.addEventListener('abort', whenIdle(run));
  const fetchBoth = () => {
    needed();
    fetchNextScreen();
  };
  const once = { once: true, signal };
  if (isMetered()) window.addEventListener('input', () => wait(needed), once);
  else if (document.readyState === 'complete') wait(fetchBoth);
  else window.addEventListener('load', () => wait(fetchBoth), once);
  return () => over.abort();
}
