import { isSparing } from '#web/device/network.ts';

/**
 * Fetches something ahead once the page has loaded and the browser has nothing else to do; never
 * where data is to be saved or the line is slow.
 */
export function whenIdle(fetchAhead: () => void): void {
  if (isSparing()) return;
  const wait = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(fetchAhead, { timeout: 3_000 });
    else setTimeout(fetchAhead, 500);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
