import type { FastifyReply, FastifyRequest } from 'fastify';
import { cursorHeader } from '#contract/live-cursor.ts';
import { laterOf, type LogPosition, readLogPosition } from '#server/db/reading/positions.ts';

/** The facts in the headers of an answer. */
export interface Told {
  /** The log's position now, where there is a replica. */
  readonly positionNow?: (() => Promise<string>) | undefined;
  /** The event after which a live stream holds whatever is committed from now on, and its position. */
  readonly cursorNow?: () => Promise<{ readonly id: string; readonly position: string }>;
}

const positionHeader = 'x-hanya-position';

/** A read ends with its connection, and sees whatever its caller was told of. */
export async function readOf(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  cursorNow: Told['cursorNow'],
) {
  const told = headers[positionHeader];
  const mustSee = typeof told === 'string' ? readLogPosition(told) : undefined;
  const signal = abortedBefore(reply);
  if (headers[cursorHeader] === undefined) return { signal, mustSee };
  return { signal, mustSee: laterOf(mustSee, await tellCursor(reply, cursorNow)) };
}

/** A caller without a live stream is told where one goes on after this read. */
async function tellCursor(
  reply: FastifyReply,
  cursorNow: Told['cursorNow'],
): Promise<LogPosition | undefined> {
  const now = await cursorNow?.().catch(() => undefined);
  if (!now) return undefined;
  reply.header(cursorHeader, now.id);
  return readLogPosition(now.position);
}

/** The change is made: that its place in the log isn't known must not make a failure of it. */
export async function tellPosition(reply: FastifyReply, positionNow?: () => Promise<string>) {
  const position = await positionNow?.().catch(() => undefined);
  if (position) reply.header(positionHeader, position);
}

/** Aborted when the connection closes before the answer is sent. */
function abortedBefore({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const closed = () => {
    if (!raw.writableFinished) gone.abort();
  };
  // It may have closed while the caller's session was read.
  if (raw.closed) closed();
  else raw.once('close', closed);
  return gone.signal;
}
