import { Readable } from 'node:stream';
import type { LiveEvent } from '#contract/live.ts';
import { may } from '#contract/roles.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Cursor, eventId } from './cursor.ts';

/** A listener that reads too slowly is cut off once so many bytes wait for it. */
const unreadLimitBytes = 512 * 1024;

/** The account that opened a stream, with the scope chosen on its screen. */
export interface Subscriber {
  readonly caller: Caller;
  readonly scope: Scope;
}

/** One open stream of server-sent events. */
export interface Listener extends Subscriber {
  readonly stream: Readable;
  readonly seesPaid: boolean;
  /** Everything up to here was sent, or isn't for this listener. */
  cursor: Cursor;
  /** Sends an event under the id of the cursor. */
  send(event: LiveEvent['type'], data: string): void;
  /** Sends the cursor alone, so that a quiet stream can be resumed and a dead one is noticed. */
  sendHeartbeat(): void;
  /** Resolves when what was sent has been read, or the stream is closed. */
  drained(): Promise<void>;
  /**
   * With `ended` the browser learns that its session or scope is over; without, it may open another
   * stream.
   */
  end(lastEvent?: 'ended'): void;
}

/**
 * Opens a stream that begins after the cursor. It first sends the cursor's id and the delay for
 * reconnecting.
 */
export function openListener(
  { caller, scope }: Subscriber,
  epoch: string,
  cursor: Cursor,
): Listener {
  let waiting: (() => void) | undefined;
  let ended = false;
  const wake = () => {
    waiting?.();
    waiting = undefined;
  };
  const stream = new Readable({ read: wake });
  stream.on('close', wake);

  function write(text: string): void {
    if (ended || stream.destroyed) return;
    stream.push(text);
    if (stream.readableLength > unreadLimitBytes) stream.destroy();
  }

  const listener: Listener = {
    caller,
    scope,
    stream,
    seesPaid: may(caller.role, 'see paid bookings'),
    cursor,
    send(event, data) {
      write(`event: ${event}\nid: ${eventId(epoch, listener.cursor)}\ndata: ${data}\n\n`);
    },
    sendHeartbeat() {
      write(`: still here\nid: ${eventId(epoch, listener.cursor)}\n\n`);
    },
    async drained() {
      if (stream.destroyed || stream.readableLength < stream.readableHighWaterMark) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waiting = () => {
        resolve(undefined);
      };
      await promise;
    },
    end(lastEvent) {
      // Asked to end before and still open: nobody reads it.
      if (ended) stream.destroy();
      if (stream.destroyed) return;
      if (lastEvent) listener.send(lastEvent, JSON.stringify({ type: lastEvent }));
      ended = true;
      stream.push(null);
    },
  };
  write(`retry: 2000\nid: ${eventId(epoch, cursor)}\n\n`);
  return listener;
}
