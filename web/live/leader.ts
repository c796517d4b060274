import { CallFailure } from '#web/api/call-failure.ts';
import { connectionNow, onConnection, noteServerUnreachable } from '#web/api/connection.ts';
import { pauseAfter } from './rules.ts';
import type { readStream, StreamListener } from './stream.ts';

export interface Leader extends StreamListener {
  /** The event id to resume from; null starts anew. */
  from: () => string | null;
  /** The stream is open; `resumed` if it continues where an earlier one broke off. */
  opened: (id: string, resumed: boolean) => void;
  lost: () => void;
  /** Resolves once the page's first reads are answered; `from` then says where the stream goes on. */
  behindReads: () => Promise<void>;
}

/**
 * Keeps the live stream open, and reopens it after growing pauses whenever it breaks off. Resolves to
 * 'over' when it is aborted, and to 'refused' when the server would refuse it again.
 */
export async function leadLive(leader: Leader, signal: AbortSignal): Promise<'refused' | 'over'> {
  let failures = 0;
  const isOver = () => signal.aborted;
  if (leader.from() === null) await leader.behindReads();
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
    const end = await read(from, listener, signal).catch((error: unknown) => error);
    if (isOver()) break;
    failures += 1;
    const rest = pauseAfter(failures, Math.random());
    if (isRefusal(end)) {
      if (end.status === 401 || end.status === 403) return 'refused';
      await pause(rest, signal);
    } else {
      noteServerUnreachable();
      leader.lost();
      await pauseUntilHeard(rest, signal);
    }
  }
  return 'over';
}

/** The reader of streams is fetched after the screen. */
async function read(...asked: Parameters<typeof readStream>): Promise<void> {
  const stream = await import('./stream.ts');
  await stream.readStream(...asked);
}

/** True if the server answered and refused. */
function isRefusal(end: unknown): end is CallFailure {
  return end instanceof CallFailure && end.status !== 0;
}

/** Waits until the time is over or the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', resolve, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', resolve);
}

/** Waits until the time is over, the signal aborts or the server answers again. */
async function pauseUntilHeard(milliseconds: number, signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  const stop = onConnection(() => {
    if (connectionNow().answering) heard.abort();
  });
  await pause(milliseconds, AbortSignal.any([signal, heard.signal]));
  stop();
}
