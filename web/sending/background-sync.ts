/** The service worker sends this to its pages when the browser sees a network again. */
const networkIsBack = 'NETWORK_IS_BACK';
const tag = 'send what waits';

interface Registration {
  readonly sync?: { register: (tag: string) => Promise<void> };
}

/**
 * Asks the browser to tell when there is a network again, where it can. A page in the background
 * may be asleep by then.
 */
export async function askForNetwork(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: (ServiceWorkerRegistration & Registration) | undefined =
    await navigator.serviceWorker.getRegistration();
  // A browser may refuse this to a page that is rarely used.
  await registration?.sync?.register(tag).catch(() => undefined);
}

/** Runs when the browser sees a network again, until the returned function is called. */
export function onNetworkAgain(run: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === networkIsBack) run();
  };
  navigator.serviceWorker.addEventListener('message', hear);
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}
