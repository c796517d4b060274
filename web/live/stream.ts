import { createParser } from 'eventsource-parser';
import { liveBookings, liveEventSchema, type LiveEvent } from '#contract/live.ts';
import { openStream } from '#web/api/call.ts';
import { heardServer } from '#web/api/connection.ts';

/** The server says something every 15 seconds; beyond this the stream counts as dead. Milliseconds. */
const longestSilence = 20_000;

/** Of one stream, in this order: what was said, and then how far that reaches. */
export interface StreamListener {
  said: (event: LiveEvent, id: string) => void;
  /** The stream is open and told everything up to `id`. */
  reached: (id: string) => void;
}

/**
 * Reads one live stream until it breaks off, goes silent or is aborted, from after `lastEventId` or
 * from now. Rejects as `call` does when it can't be opened.
 */
export async function readStream(
  lastEventId: string | null,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), longestSilence);
  const parse = streamParser(listener);
  // The device says that its network is gone, though the line may seem open for long.
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
      heardServer();
      parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watch);
    window.removeEventListener('offline', cut);
  }
}

/** Reads the text of a stream, in pieces cut anywhere. */
export function streamParser({ said, reached }: StreamListener): (text: string) => void {
  let latest: string | null = null;
  const parser = createParser({
    onId: (id) => {
      latest = id;
    },
    onEvent: ({ id, data }) => said(readEvent(data), id ?? latest ?? ''),
  });
  return (text) => {
    const before = latest;
    parser.feed(text);
    if (latest !== null && latest !== before) reached(latest);
  };
}

/** An event that can't be read stands for something missed. */
function readEvent(data: string): LiveEvent {
  try {
    return liveEventSchema.parse(JSON.parse(data));
  } catch (error) {
    console.error('A live event could not be read.', error);
    return { type: 'reset' };
  }
}
