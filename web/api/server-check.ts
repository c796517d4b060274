import { wake } from '#contract/auth.ts';
import { storageKeys } from '#web/device/storage-keys.ts';
import { call } from './call.ts';
import {
  beginOffline,
  connectionNow,
  onConnection,
  planCheck,
  noteServerUnreachable,
} from './connection.ts';

// All in milliseconds.
const firstPauseMs = 1_000;
const maxPauseMs = 10_000;
const checkTimeout = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let checks = 0;

/** From now on, asks again and again whether the server is back whenever it stopped answering. */
export function watchServer(): void {
  if (!navigator.onLine) {
    beginOffline();
    checkIn(firstPauseMs);
  }
  let { answering } = connectionNow();
  onConnection(() => {
    if (connectionNow().answering === answering) return;
    ({ answering } = connectionNow());
    clearTimeout(timer);
    checks = 0;
    if (!answering) checkIn(firstPauseMs);
  });
}

function checkIn(pause: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void checkServer(), pause);
  planCheck(Date.now() + pause);
}

/** Asks at once whether the server answers. */
export async function checkServer(): Promise<void> {
  clearTimeout(timer);
  checks += 1;
  planCheck(null);
  await call(wake, { signal: AbortSignal.timeout(checkTimeout) }).then(
    () => localStorage.removeItem(storageKeys.wake),
    () => undefined,
  );
  if (!connectionNow().answering) {
    checkIn(Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(checks, 5)));
  }
}

/** Follows the device's own network until the returned function is called. */
export function watchNetwork(): () => void {
  const onOnline = () => void checkServer();
  window.addEventListener('offline', noteServerUnreachable);
  window.addEventListener('online', onOnline);
  if (!navigator.onLine) noteServerUnreachable();
  return () => {
    window.removeEventListener('offline', noteServerUnreachable);
    window.removeEventListener('online', onOnline);
  };
}
