import { CallFailure } from '#web/api/call-failure.ts';
import { connectionNow, lostServer, onConnection } from '#web/api/connection.ts';
import { pauseAfter } from './rules.ts';
import { readStream, type StreamListener } from './stream.ts';

export interface Leader extends StreamListener {
  /** The id to go on from; null begins anew. */
  from: () => string | null;
  /** A stream was opened: `resumed` when it goes on where an earlier one broke off. */
  opened: (id: string, resumed: boolean) => void;
  lost: () => void;
}

/**
 * Holds the live stream and opens it again whenever it breaks off, with growing pauses. Resolves
 * when it is aborted, or with 'refused' when asking again would be no use.
 */
export async function leadLive(leader: Leader, signal: AbortSignal): Promise<'refused' | 'over'> {
  let failures = 0;
  const isOver = () => signal.aborted;
  while (!isOver()) {
    const from = leader.from();
    let open = false;
    const listener: StreamListener = {
      said: leader.said,
      reached(id) {
        failures = 0;
        if (open) leader.reached(id);
        else leader.opened(id, from !== null);
        open = true;
      },
    };
    const end = await readStream(from, listener, signal).catch((error: unknown) => error);
    if (isOver()) break;
    failures += 1;
    const rest = pauseAfter(failures, Math.random());
    if (isRefusal(end)) {
      if (end.status === 401 || end.status === 403) return 'refused';
      await pause(rest, signal);
    } else {
      lostServer();
      leader.lost();
      await pauseUntilHeard(rest, signal);
    }
  }
  return 'over';
}

/** The server said no, so it is there. */
function isRefusal(end: unknown): end is CallFailure {
  return end instanceof CallFailure && end.status !== 0;
}

/** Waits, but no longer than until the signal. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', resolve, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', resolve);
}

/** Waits, but no longer than until the server is heard again. */
async function pauseUntilHeard(milliseconds: number, signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  const stop = onConnection(() => {
    if (connectionNow().sure) heard.abort();
  });
  await pause(milliseconds, AbortSignal.any([signal, heard.signal]));
  stop();
}
