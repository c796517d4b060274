import { Readable } from 'node:stream';
import type { LiveEvent } from '#contract/live.ts';
import { records, recordsWith, type RecordWith } from '#contract/records.ts';
import { may } from '#contract/roles.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { type Cursor, eventId } from './cursor.ts';

/** A listener that reads too slowly is cut off once so many bytes wait for it, and may resume. */
const unreadLimitBytes = 64 * 1024;
/** Bytes that a listener who catches up may have unread before it is sent more. */
const catchUpBytes = 16 * 1024;

/** The account that opened a stream, with the scope chosen on its screen. */
export interface Subscriber {
  readonly caller: Caller;
  readonly scope: Scope;
}

/** One open stream of server-sent events. */
export interface Listener extends Subscriber {
  readonly stream: Readable;
  readonly epoch: string;
  readonly seesPaid: boolean;
  /** The kinds of record that its role sees. */
  readonly sees: readonly RecordWith<'live'>[];
  /** Everything up to here was sent, or isn't for this listener. */
  cursor: Cursor;
  /** Sends frames as they are; many listeners may be sent the same bytes. */
  send(frames: Buffer): void;
  /** Sends an event of this stream alone, under the id of the cursor. */
  tell(event: LiveEvent): void;
  /** Resolves when what was sent has been read, or the stream is closed. */
  drained(): Promise<void>;
  /**
   * With `ended` the browser learns that its session or scope is over; without, it may open another
   * stream.
   */
  end(lastEvent?: 'ended'): void;
}

/** A server-sent event as the bytes of the stream. */
export const frameOf = (epoch: string, at: Cursor, event: LiveEvent): Buffer =>
  Buffer.from(
    `event: ${event.type}\nid: ${eventId(epoch, at)}\ndata: ${JSON.stringify(event)}\n\n`,
  );

/** The cursor alone, so that a quiet stream can be resumed and a dead one is noticed. */
export const heartbeatOf = (epoch: string, at: Cursor): Buffer =>
  Buffer.from(`: still here\nid: ${eventId(epoch, at)}\n\n`);

/** A comment before what it is about: who then reads must see everything up to there. */
export const positionOf = (position: string): Buffer => Buffer.from(`: position ${position}\n`);

/**
 * Opens a stream that begins after the cursor. It first sends the comments `before`, the cursor's
 * id and the delay for reconnecting.
 */
export function openListener(
  { caller, scope }: Subscriber,
  epoch: string,
  cursor: Cursor,
  before: readonly Buffer[],
): Listener {
  let waiting: (() => void) | undefined;
  let ended = false;
  const wake = () => {
    waiting?.();
    waiting = undefined;
  };
  const stream = new Readable({ read: wake, highWaterMark: catchUpBytes });
  stream.on('close', wake);

  const listener: Listener = {
    caller,
    scope,
    stream,
    epoch,
    seesPaid: may(caller.role, 'see paid bookings'),
    sees: recordsWith('live').filter((kind) => may(caller.role, records[kind].see)),
    cursor,
    send(frames) {
      if (ended || stream.destroyed) return;
      stream.push(frames);
      if (stream.readableLength > unreadLimitBytes) stream.destroy();
    },
    tell(event) {
      listener.send(frameOf(epoch, listener.cursor, event));
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
      if (lastEvent) listener.tell({ type: lastEvent });
      ended = true;
      stream.push(null);
    },
  };
  for (const comment of before) listener.send(comment);
  listener.send(Buffer.from(`retry: 2000\nid: ${eventId(epoch, cursor)}\n\n`));
  return listener;
}
