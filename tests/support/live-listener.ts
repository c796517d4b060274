import { liveBookings, type LiveEvent, liveEventSchema } from '#contract/live.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

/** An open stream of the product, read as a browser does; every event is read with the contract's schema. */
export interface LiveListener {
  /** What was received so far, in order. */
  readonly received: readonly ReceivedEvent[];
  /** The newest id: what to send as `Last-Event-ID` when listening goes on. */
  readonly lastId: () => string;
  readonly headers: Headers;
  /** Settles when the stream is over, from either side. */
  readonly over: Promise<void>;
  /** Hangs up, in the middle of whatever is being said. */
  cut(): Promise<void>;
}

interface Place {
  readonly url: string;
  readonly token: string;
  readonly organisation?: string;
  readonly lastEventId?: string;
}

/** Listens from the first `id:` on; throws when the stream is refused. */
export async function listen({
  url,
  token,
  organisation,
  lastEventId,
}: Place): Promise<LiveListener> {
  const hangUp = new AbortController();
  const query = organisation === undefined ? '' : `?${new URLSearchParams({ organisation })}`;
  const response = await fetch(`${url}${liveBookings.path}${query}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: hangUp.signal,
  });
  if (!response.ok || !response.body) {
    throw new Error(`${response.status}: ${await response.text()}`);
  }

  const received: ReceivedEvent[] = [];
  let lastId = '';
  const first = Promise.withResolvers<undefined>();
  const over = readBlocks(response.body, (block) => {
    const { id, event, data } = fieldsOf(block);
    if (id !== undefined) lastId = id;
    if (lastId !== '') first.resolve(undefined);
    if (data === undefined) return;
    const said = liveEventSchema.parse(JSON.parse(data));
    if (said.type !== event) throw new Error(`${said.type} came as ${event ?? 'a message'}.`);
    received.push({ id: lastId, event: said });
  }).then(
    () => {
      first.reject(new Error('The stream ended before its first id.'));
    },
    (error: unknown) => {
      first.reject(error);
      if (!isHangUp(error)) throw error;
    },
  );
  await first.promise;
  return {
    received,
    lastId: () => lastId,
    headers: response.headers,
    over,
    async cut() {
      hangUp.abort();
      await over;
    },
  };
}

async function readBlocks(
  body: ReadableStream<Uint8Array>,
  take: (block: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    blocks.forEach(take);
  }
}

function fieldsOf(block: string): { id?: string; event?: string; data?: string } {
  const lines = block.split('\n').filter((line) => !line.startsWith(':'));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
}

/** Cut by us, or broken off by the server. */
const isHangUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error instanceof TypeError);

/** The ids of the bookings that were received with a change, in the order in which they came. */
export const idsReceived = (received: readonly ReceivedEvent[], change: string): string[] =>
  received.flatMap(({ event }) =>
    event.type === 'booking' && event.change === change ? [event.booking._id] : [],
  );
