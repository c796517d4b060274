import { useEffect, useEffectEvent } from 'react';
import { createStore } from '#web/device/create-store.ts';

/** A server that is silent for so many milliseconds counts as unreachable. */
const offlineAfter = 3_000;

export interface Connection {
  online: boolean;
  /** True if the last answer that we waited for came. */
  answering: boolean;
  /**
   * The time at which the server answered this page last, in milliseconds (UTC); null before it
   * ever did.
   */
  heardAt: number | null;
  /**
   * The time at which the server is asked again (milliseconds, UTC); null while it is being asked,
   * or when all is well.
   */
  nextCheckAt: number | null;
}

const connection = createStore<Connection>({
  online: true,
  answering: true,
  heardAt: null,
  nextCheckAt: null,
});
let timer: ReturnType<typeof setTimeout> | undefined;

function change(next: Partial<Connection>): void {
  connection.set({ ...connection.get(), ...next });
}

/** The server answered, whatever it said. */
export function noteServerAnswered(): void {
  clearTimeout(timer);
  const heardAt = Date.now();
  // Nothing is shown of this moment while all is well, so nobody is told.
  if (connectionNow().answering) connectionNow().heardAt = heardAt;
  else change({ online: true, answering: true, heardAt, nextCheckAt: null });
}

/** An answer did not come: we count as offline unless the server answers within 3 seconds. */
export function noteServerUnreachable(): void {
  if (!connectionNow().answering) return;
  change({ answering: false });
  timer = setTimeout(() => change({ online: false }), offlineAfter);
}

/** The browser knows of no network: we are offline at once, not only after the first silence. */
export function beginOffline(): void {
  change({ online: false, answering: false });
}

/** Sets when the server is asked again, in milliseconds (UTC); null while it is being asked. */
export function planCheck(at: number | null): void {
  change({ nextCheckAt: at });
}

/**
 * True if a proxy answered in place of the server, which it could not reach. The server's own
 * refusals, such as of a search that took too long, are JSON.
 */
export function isGatewayFailure(status: number, contentType: string | null = null): boolean {
  return status >= 502 && status <= 504 && !contentType?.startsWith('application/json');
}

export const onConnection = connection.subscribe;

export const connectionNow = connection.get;

export const useConnection = connection.use;

/**
 * On a line where only some calls go through, the server seems back again and again. Milliseconds.
 */
const backAtMostEvery = 5_000;

/**
 * Runs when the server answers again after it was unreachable. It doesn't run again within five
 * seconds, since `run` asks the server too.
 */
export function useServerBack(run: () => void): void {
  const onBack = useEffectEvent(run);
  useEffect(() => {
    let { answering } = connectionNow();
    let ranAt = -Infinity;
    let next: ReturnType<typeof setTimeout> | undefined;
    const runNow = () => {
      next = undefined;
      ranAt = performance.now();
      onBack();
    };
    const stop = onConnection(() => {
      const isBack = connectionNow().answering && !answering;
      ({ answering } = connectionNow());
      if (isBack)
        next ??= setTimeout(runNow, Math.max(0, ranAt + backAtMostEvery - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(next);
    };
  }, []);
}
