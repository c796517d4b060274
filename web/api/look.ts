import { wake } from '#contract/auth.ts';
import { call } from './call.ts';
import { connectionNow, lostServer, onConnection, planLook } from './connection.ts';

/** All in milliseconds. */
const firstLook = 1_000;
const longestPause = 10_000;
const lookTakes = 5_000;

let looking: ReturnType<typeof setTimeout> | undefined;
let looks = 0;

/** Looks for the server again and again from when it is missed until it is heard. */
export function keepLooking(): void {
  let { sure } = connectionNow();
  onConnection(() => {
    if (connectionNow().sure === sure) return;
    ({ sure } = connectionNow());
    clearTimeout(looking);
    looks = 0;
    if (!sure) lookIn(firstLook);
  });
}

function lookIn(pause: number): void {
  clearTimeout(looking);
  looking = setTimeout(() => void lookNow(), pause);
  planLook(Date.now() + pause);
}

/** Asks at once whether the server is there. */
export async function lookNow(): Promise<void> {
  clearTimeout(looking);
  looks += 1;
  planLook(null);
  await call(wake, { signal: AbortSignal.timeout(lookTakes) }).catch(() => undefined);
  if (!connectionNow().sure) lookIn(Math.min(longestPause, firstLook * 2 ** Math.min(looks, 5)));
}

/** Watches the device's own network too, until the returned function is called. */
export function watchNetwork(): () => void {
  const back = () => void lookNow();
  window.addEventListener('offline', lostServer);
  window.addEventListener('online', back);
  if (!navigator.onLine) lostServer();
  return () => {
    window.removeEventListener('offline', lostServer);
    window.removeEventListener('online', back);
  };
}
