interface Network {
  /** Such as `wifi` or `cellular`. */
  type?: string;
  saveData?: boolean;
  effectiveType?: string;
}

const network = (): Network => (navigator as Navigator & { connection?: Network }).connection ?? {};

/** Whether data is to be saved, or comes slowly, as far as the browser tells. */
function isSparing(): boolean {
  const { saveData, effectiveType } = network();
  return saveData === true || effectiveType === '2g' || effectiveType === 'slow-2g';
}

/** Whether the person may pay for each byte, too. */
export const isMetered = (): boolean => isSparing() || network().type === 'cellular';

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
