// Fetches parts before anybody asks for them. Lazy parts come by themselves:
// web/ui/overlay/lazy-part.ts.
import { isMetered } from '#web/device/network.ts';
import { whenIdle } from '#web/ui/overlay/when-idle.ts';
import { loadPage } from './pages.ts';

export const loadLayout = () => import('./frame/layout.tsx');

/** Fetches the frame and the screen of a path, for whoever is about to sign in. */
export function fetchFirstScreen(path = '/'): void {
  for (const part of [loadLayout(), loadPage(path)]) part.catch(() => undefined);
}

/** Fetches the list that most people open from there. */
function fetchNextScreen(): void {
  loadPage('/unpaid').catch(() => undefined);
}

/**
 * Fetches ahead the screens that follow the sign-in page, once that has loaded and the browser is
 * idle. Where data is paid for, it fetches only `needed`, and once somebody types. The returned
 * function calls it off.
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
