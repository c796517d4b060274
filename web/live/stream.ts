import { createParser } from 'eventsource-parser';
import { liveBookings, type LiveEvent, liveEventSchema } from '#contract/live.ts';
import { openStream } from '#web/api/call.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { noteLogPosition } from '#web/api/position.ts';

/** The server sends something every 15 seconds; after this many milliseconds the stream is dead. */
const longestSilence = 20_000;

/** Called with each event, and then with how far the stream has got. */
export interface StreamListener {
  said: (event: LiveEvent, id: string) => void;
  /** The stream is open, and has sent everything up to `id`. */
  reached: (id: string) => void;
}

/**
 * Reads one live stream until it breaks off, falls silent or is aborted; from after `lastEventId`, or
 * from now on. Rejects as `call` does when it can't be opened.
 */
export async function readStream(
  lastEventId: string | null,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), longestSilence);
  const parse = streamParser(listener);
  // Without a network the connection may still seem open for a long time.
  const cut = () => silence.abort();
  window.addEventListener('offline', cut);
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    const bytes = await openStream(liveBookings, { lastEventId, signal: either });
    const reader = bytes.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      clearTimeout(watch);
      watch = setTimeout(() => silence.abort(), longestSilence);
      noteServerAnswered();
      parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watch);
    window.removeEventListener('offline', cut);
  }
}

/** Parses the text of a stream, which may be split anywhere. */
export function streamParser({ said, reached }: StreamListener): (text: string) => void {
  let latest: string | null = null;
  const parser = createParser({
    onId: (id) => {
      latest = id;
    },
    onComment: (comment) => {
      noteLogPosition(/^position (\S+)$/.exec(comment.trim())?.[1]);
    },
    onEvent: ({ id, data }) => said(readEvent(data), id ?? latest ?? ''),
  });
  return (text) => {
    const before = latest;
    parser.feed(text);
    if (latest !== null && latest !== before) reached(latest);
  };
}

/** An event that can't be read counts as missed. */
function readEvent(data: string): LiveEvent {
  try {
    return liveEventSchema.parse(JSON.parse(data));
  } catch (error) {
    console.error('A live event could not be read.', error);
    return { type: 'reset' };
  }
}
