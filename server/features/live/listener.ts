import { Readable } from 'node:stream';
import type { LiveEvent } from '#contract/live.ts';
import { may } from '#contract/roles.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Cursor, eventId } from './cursor.ts';

/** Bytes that may wait for somebody who doesn't read; beyond them the stream is cut off. */
const mostUnread = 512 * 1024;

/** Whoever a stream was opened for, with the scope they chose on the screen. */
export interface Who {
  readonly caller: Caller;
  readonly scope: Scope;
}

/** One open stream of server-sent events. */
export interface Listener extends Who {
  readonly stream: Readable;
  readonly seesPaid: boolean;
  /** Everything up to here was told, or isn't theirs to know. */
  cursor: Cursor;
  /** Says an event under the id of the cursor. */
  say(event: LiveEvent['type'], data: string): void;
  /** Tells the cursor alone, so that a quiet stream can be resumed and a dead one is noticed. */
  beat(): void;
  /** Resolves when what was said has been read, or the stream is closed. */
  drained(): Promise<void>;
  /** The last word is `ended` where the stream's time is over, nothing where it may be opened again. */
  end(lastWord?: 'ended'): void;
}

/** Opens a stream that begins after the cursor; its first words are its id and when to try again. */
export function openListener({ caller, scope }: Who, epoch: string, cursor: Cursor): Listener {
  let waiting: (() => void) | undefined;
  let over = false;
  const wake = () => {
    waiting?.();
    waiting = undefined;
  };
  const stream = new Readable({ read: wake });
  stream.on('close', wake);

  function write(text: string): void {
    if (over || stream.destroyed) return;
    stream.push(text);
    if (stream.readableLength > mostUnread) stream.destroy();
  }

  const listener: Listener = {
    caller,
    scope,
    stream,
    seesPaid: may(caller.role, 'see paid bookings'),
    cursor,
    say(event, data) {
      write(`event: ${event}\nid: ${eventId(epoch, listener.cursor)}\ndata: ${data}\n\n`);
    },
    beat() {
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
    end(lastWord) {
      // Told before and still there: nobody reads it.
      if (over) stream.destroy();
      if (stream.destroyed) return;
      if (lastWord) listener.say(lastWord, JSON.stringify({ type: lastWord }));
      over = true;
      stream.push(null);
    },
  };
  write(`retry: 2000\nid: ${eventId(epoch, cursor)}\n\n`);
  return listener;
}
