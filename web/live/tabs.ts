import { z } from 'zod';
import { liveEventSchema, type LiveEvent } from '#contract/live.ts';
import { lostServer } from '#web/api/connection.ts';
import { leadLive, pause, type Leader } from './leader.ts';
import { createFirstTime } from './rules.ts';
import { tellNews } from './events.ts';

/** A leading tab that does not answer within this many milliseconds is asleep or gone. */
const longestSilence = 2_000;
/** When nothing was heard for so long, the leading tab is asked whether it is there. Milliseconds. */
const suspicious = 40_000;

/** What tabs tell one another: the one that holds the stream says all but `hello`. */
const messageSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('hello') }),
  z.object({ is: z.literal('here'), id: z.string().nullable() }),
  z.object({ is: z.literal('open'), id: z.string(), resumed: z.boolean() }),
  z.object({ is: z.literal('said'), id: z.string(), event: liveEventSchema }),
  z.object({ is: z.literal('lost') }),
]);
type Message = z.infer<typeof messageSchema>;

export interface LiveSession {
  /** Whose stream it is: only tabs of the same person share it. */
  userId: string;
  /** The server ended the stream for good: the session is over, or its role or scope changed. */
  onEnded: () => void;
}

/**
 * Keeps the live stream of a person. One tab of the browser holds it (a web lock) and tells the
 * others; another takes over, from the last event it knows, when that one closes or falls asleep.
 * The returned function leaves.
 */
export function keepLive({ userId, onEnded }: LiveSession): () => void {
  const name = `hanya-live-${userId}`;
  // Only pages that came safely have locks; without them every tab listens itself.
  const shared = 'locks' in navigator;
  const channel = new BroadcastChannel(name);
  const over = new AbortController();
  const isNew = createFirstTime(1_000);
  let queueing = new AbortController();
  let seizing = false;
  let leading = false;
  /** How far this tab has heard; null while it has not begun. */
  let cursor: string | null = null;
  let asking: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Message) => {
    if (shared && !over.signal.aborted) channel.postMessage(message);
  };

  function hear(event: LiveEvent, id: string): void {
    if (event.type === 'ended') {
      // What comes next begins without a past.
      cursor = null;
      onEnded();
      return;
    }
    if (cursor !== null) cursor = id;
    if (event.type === 'reset' || isNew(id)) tellNews(event);
  }

  /** Going on is enough for who heard all before; what others fetched may lack what happened since. */
  function open(id: string, resumed: boolean): void {
    const fresh = cursor === null || !resumed;
    cursor = id;
    if (fresh) tellNews({ type: 'reset' });
  }

  function reach(id: string): void {
    if (cursor !== null) cursor = id;
  }

  const leader: Leader = {
    from: () => cursor,
    opened(id, resumed) {
      post({ is: 'open', id, resumed });
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
  };

  async function lead(signal: AbortSignal): Promise<void> {
    leading = true;
    clearTimeout(asking);
    if ((await leadLive(leader, signal)) === 'refused') over.abort();
  }

  /** Waits for the stream, holds it, and waits again when another tab took it. */
  async function takeTurns(): Promise<void> {
    if (!shared) await lead(over.signal);
    while (!over.signal.aborted) {
      const turn = new AbortController();
      const signal = AbortSignal.any([over.signal, turn.signal]);
      queueing = new AbortController();
      const options = seizing ? { steal: true } : { signal: queueing.signal };
      seizing = false;
      try {
        await navigator.locks.request(name, options, () => lead(signal));
      } catch {
        // It waits no longer, or another tab took the stream from it.
        turn.abort();
        leading = false;
        await pause(100, over.signal);
      }
      leading = false;
    }
  }

  /** Asks the leading tab whether it is there, and takes its place if it isn't. */
  function greet(): void {
    if (leading || !shared || document.visibilityState === 'hidden') return;
    clearTimeout(asking);
    asking = setTimeout(() => {
      seizing = true;
      queueing.abort();
    }, longestSilence);
    post({ is: 'hello' });
  }

  function take(message: Exclude<Message, { is: 'hello' }>): void {
    clearTimeout(asking);
    asking = setTimeout(greet, suspicious);
    if (message.is === 'said') hear(message.event, message.id);
    else if (message.is === 'open') open(message.id, message.resumed);
    else if (message.is === 'lost') lostServer();
    else if (message.id !== null) open(message.id, true);
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data).data;
    if (message?.is === 'hello') {
      if (leading) post({ is: 'here', id: cursor });
    } else if (message && !leading) take(message);
  };
  document.addEventListener('visibilitychange', greet);
  void takeTurns();
  greet();
  return () => {
    document.removeEventListener('visibilitychange', greet);
    clearTimeout(asking);
    over.abort();
    queueing.abort();
    channel.close();
  };
}
