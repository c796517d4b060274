// What is fetched before anybody asks for it. Beside this, each lazy part comes by itself in an idle
// moment: web/ui/overlay/lazy-part.ts.
import { isMetered } from '#web/device/network.ts';
import { afterFirstUse, whenIdle } from '#web/ui/overlay/when-idle.ts';
import { forms, loadLayout, loadPage, loadSamples } from './pages.ts';

type Load = () => Promise<unknown>;

/** A failure is silent: whoever needs it later asks again, and says so. */
function fetchAll(loads: readonly Load[]): void {
  for (const load of loads) load().catch(() => undefined);
}

/** Fetches the frame and the screen of a path, for whoever is about to sign in. */
export function fetchFirstScreen(path = '/'): void {
  fetchAll([loadLayout, () => loadPage(path)]);
}

/** The list that most people open from there. */
const nextScreen = () => loadPage('/unpaid');

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
    fetchAll([nextScreen]);
  };
  const once = { once: true, signal };
  if (isMetered()) window.addEventListener('input', () => wait(needed), once);
  else if (document.readyState === 'complete') wait(fetchBoth);
  else window.addEventListener('load', () => wait(fetchBoth), once);
  return () => over.abort();
}

/**
 * Fetches, once somebody uses the page, the forms and the `parts` that they open in and say, since at the
 * roadside there may be no network later; where data is paid for, only for whoever `writes`. The returned
 * function calls it off.
 */
export function fetchForms(writes: () => boolean, parts: readonly Load[]): () => void {
  return afterFirstUse(() => {
    const free = !isMetered();
    if (free || writes()) fetchAll([...parts, ...Object.values(forms)]);
    if (free) fetchAll([loadSamples, nextScreen]);
  });
}
