/** A newer version that doesn't take over in this time is left for the next start. Milliseconds. */
const maxWaitMs = 10_000;
/** A page that comes from the device is there long before. Milliseconds. */
const longestReload = 10_000;

/** Opens the page anew, with the newer version of the product if the device has one that waits. */
export async function reloadNewest(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const workers = navigator.serviceWorker;
    const waiting = (await workers.getRegistration())?.waiting;
    if (waiting) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      workers.addEventListener('controllerchange', () => resolve(undefined));
      setTimeout(() => resolve(undefined), maxWaitMs);
      waiting.postMessage({ type: 'SKIP_WAITING' });
      await promise;
      // Chromium can leave a reload hanging that begins while one version takes over from the other.
      setInterval(() => window.location.reload(), longestReload);
    }
  }
  window.location.reload();
}
