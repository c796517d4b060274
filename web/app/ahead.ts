// Fetches parts before anybody asks for them. Lazy parts come by themselves:
// web/ui/overlay/lazy-part.ts.
import { isMetered } from '#web/device/network.ts';
import { inTurn } from '#web/ui/overlay/when-idle.ts';
import { loadPage } from './pages.ts';

export const loadLayout = () => import('./frame/layout.tsx');

/** What fetches the frame and the screen of a path. */
export const firstScreen = (path = '/') => [loadLayout, () => loadPage(path)];

/**
 * Runs the files that early.js asked for one after the other: run at one go, they keep a slow phone
 * from hearing its buttons. Whoever needs a file that can't be had says so.
 */
export async function runInTurn(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]'))
    await import(/* @vite-ignore */ href).catch(() => undefined);
}

/**
 * Fetches ahead the screens that follow the sign-in page, once that has loaded and the browser is
 * idle. Where data is paid for, it fetches only `needed`, and once somebody types. The returned
 * function calls it off.
 */
export function fetchBeforeSignIn(needed: readonly (() => Promise<unknown>)[]): () => void {
  const over = new AbortController();
  const { signal } = over;
  const wait = (loads: typeof needed) => {
    for (const load of loads) inTurn(async () => signal.aborted || load());
  };
  // The list is the one that most people open from there.
  const all = [...needed, () => loadPage('/unpaid')];
  const once = { once: true, signal };
  if (isMetered()) window.addEventListener('input', () => wait(needed), once);
  else if (document.readyState === 'complete') wait(all);
  else window.addEventListener('load', () => wait(all), once);
  return () => over.abort();
}
