interface Network {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the person pays for what is fetched, or waits long for it, as far as the browser tells. */
function isSparing(): boolean {
  const { saveData, effectiveType } =
    (navigator as Navigator & { connection?: Network }).connection ?? {};
  return saveData === true || effectiveType === '2g' || effectiveType === 'slow-2g';
}

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
