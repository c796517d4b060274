import { z } from 'zod';
import { type LiveEvent, liveEventSchema } from '#contract/live.ts';
import { noteServerUnreachable } from '#web/api/connection.ts';
import { watchFirstReads } from '#web/api/first-reads.ts';
import { currentLogPosition, noteLogPosition } from '#web/api/position.ts';
import { type LiveNews, tellNews } from './events.ts';
import { type Leader, leadLive, pause } from './leader.ts';
import { createFirstTime } from './rules.ts';

/** A leading tab that does not answer within this many milliseconds is asleep or closed. */
const answerTimeout = 2_000;
/** After this many silent milliseconds, the leading tab is asked whether it is still there. */
const askAfter = 40_000;
/** Between two pictures of the screen, in milliseconds. */
const frame = 16;

/** Messages between tabs; all but `hello` come from the one that holds the stream. */
const messageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('hello') }),
  z.object({ is: z.literal('here'), id: z.string().nullable() }),
  z.object({ is: z.literal('open'), id: z.string(), resumed: z.boolean() }),
  z.object({ is: z.literal('said'), id: z.string(), event: liveEventSchema }),
  z.object({ is: z.literal('lost') }),
]);
type Message = z.infer<typeof messageSchema>;

/** With each message: what a tab reads must be as new as what it was told. */
const withPosition = z.object({ position: z.string().nullable().catch(null) });

export interface LiveSession {
  /** The owner of the stream: only tabs of the same person share it. */
  userId: string;
  /** The server ended the stream for good: the session is over, or its role or scope changed. */
  onEnded: () => void;
}

/**
 * Follows the live stream of a person until the returned function is called. One tab of the browser
 * holds the stream (by a web lock) and passes it on to the others. Another takes over, from the last
 * event that it knows, when that one closes or falls asleep.
 */
export function keepLive({ userId, onEnded }: LiveSession): () => void {
  const name = `hanya-live-${userId}`;
  // Only pages over HTTPS have locks; without them every tab opens a stream of its own.
  const shared = 'locks' in navigator;
  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  const reads = watchFirstReads();
  const isNew = createFirstTime(1_000);
  let waitingForLock = new AbortController();
  let stealing = false;
  let leading = false;
  /** The last event of this tab; null before the first. */
  let cursor: string | null = null;
  /** The stream goes on from what this tab has read, which says nothing of what others know. */
  let isBehindReads = false;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let gathered: LiveNews[] = [];
  let telling: ReturnType<typeof setTimeout> | undefined;

  /** Tells news together with those that come within a frame, so that all are drawn at once. */
  function gather(news: LiveNews): void {
    gathered.push(news);
    telling ??= setTimeout(() => {
      const told = gathered;
      gathered = [];
      telling = undefined;
      for (const one of told) tellNews(one);
    }, frame);
  }

  const post = (message: Message) => {
    if (shared && !over.signal.aborted)
      channel.postMessage({ ...message, position: currentLogPosition() });
  };

  function hear(event: LiveEvent, id: string): void {
    if (event.type === 'ended') {
      cursor = null;
      onEnded();
      return;
    }
    if (cursor !== null) cursor = id;
    if (event.type === 'reset' || isNew(id)) gather(event);
  }

  /**
   * A tab that may have missed events must fetch everything again. One whose first reads hold all
   * earlier events has missed none.
   */
  function open(id: string, resumed: boolean): void {
    reads.end();
    const isFirst = cursor === null;
    cursor = id;
    if (!isFirst && resumed) return;
    const missedNothing = isFirst ? reads.holdUpTo(id) : Promise.resolve(false);
    void missedNothing.then((none) => {
      if (!none) gather({ type: 'reset' });
    });
  }

  function reach(id: string): void {
    if (cursor !== null) cursor = id;
  }

  const leader: Leader = {
    from: () => cursor,
    opened(id, resumed) {
      post({ is: 'open', id, resumed: resumed && !isBehindReads });
      isBehindReads = false;
      open(id, resumed);
    },
    said(event, id) {
      post({ is: 'said', id, event });
      hear(event, id);
    },
    reached(id) {
      post({ is: 'here', id });
      reach(id);
    },
    lost: () => post({ is: 'lost' }),
    async behindReads() {
      const read = await reads.goesOnAfter();
      isBehindReads = cursor === null && read !== null;
      cursor ??= read;
    },
  };

  async function lead(signal: AbortSignal): Promise<void> {
    leading = true;
    clearTimeout(asking);
    if ((await leadLive(leader, signal)) === 'refused') {
      reads.end();
      over.abort();
    }
  }

  /** Waits for the lock, holds the stream, and waits again when another tab has taken the lock. */
  async function takeTurns(): Promise<void> {
    if (!shared) await lead(over.signal);
    while (!over.signal.aborted) {
      const turn = new AbortController();
      const signal = AbortSignal.any([over.signal, turn.signal]);
      waitingForLock = new AbortController();
      const options = stealing ? { steal: true } : { signal: waitingForLock.signal };
      stealing = false;
      try {
        await navigator.locks.request(name, options, () => lead(signal));
      } catch {
        // The request was cancelled, or another tab has taken the lock.
        turn.abort();
        leading = false;
        await pause(100, over.signal);
      }
      leading = false;
    }
  }

  /** Asks the leading tab whether it is there, and takes its place if it does not answer. */
  function greet(): void {
    if (leading || !shared || document.visibilityState === 'hidden') return;
    clearTimeout(asking);
    asking = setTimeout(() => {
      stealing = true;
      waitingForLock.abort();
    }, answerTimeout);
    post({ is: 'hello' });
  }

  function take(message: Exclude<Message, { is: 'hello' }>): void {
    clearTimeout(asking);
    asking = setTimeout(greet, askAfter);
    if (message.is === 'said') hear(message.event, message.id);
    else if (message.is === 'open') open(message.id, message.resumed);
    else if (message.is === 'lost') noteServerUnreachable();
    else if (message.id !== null) open(message.id, true);
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data).data;
    noteLogPosition(withPosition.safeParse(data).data?.position);
    if (message?.is === 'hello') {
      if (leading) post({ is: 'here', id: cursor });
    } else if (message && !leading) take(message);
  };
  document.addEventListener('visibilitychange', greet);
  void takeTurns();
  greet();
  // A tab that is opened behind another asks too, though it doesn't take the other's place.
  if (document.visibilityState === 'hidden') post({ is: 'hello' });
  return () => {
    reads.end();
    document.removeEventListener('visibilitychange', greet);
    clearTimeout(asking);
    clearTimeout(telling);
    over.abort();
    waitingForLock.abort();
    channel.close();
  };
}
