import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { LiveEvent } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { readEventId, start } from './cursor.ts';
import { createFeed } from './feed.ts';
import { type Listener, openListener, type Subscriber } from './listener.ts';
import type { ReadCollisions } from './publishing.ts';
import { outboxState } from './queries.ts';
import { beginning } from './rules.ts';

/** Milliseconds. */
const heartbeatIntervalMs = 15_000;
const sessionCheckIntervalMs = 3_000;
/** Open streams, in this process. */
const streamLimitPerOwner = 5;
const streamLimit = 2_000;

const reset = JSON.stringify({ type: 'reset' } satisfies LiveEvent);
const full = new Refusal(503, 'too_many_streams', 'Too many screens are live now. Try again soon.');

export interface Streams {
  /**
   * A stream of the events in the subscriber's scope, after `lastEventId` or from now on. 503 when
   * there are too many.
   */
  open(
    who: Subscriber,
    from: { lastEventId: string | undefined; address: string },
  ): Promise<Outcome<Readable>>;
  /** Ends every stream at once. */
  stop(): Promise<void>;
}

/** The open streams of this process, oldest first. */
export function createStreams(
  deps: Pick<Deps, 'db' | 'log' | 'sessions'>,
  readCollisions: ReadCollisions,
): Streams {
  const feed = createFeed(deps, readCollisions);
  /** Each listener with its owner. Guests share an account, so they are told apart by address. */
  const open = new Map<Listener, string>();
  let stopped = false;
  let checkingSessions = false;

  async function endOutdated(): Promise<void> {
    if (checkingSessions) return;
    checkingSessions = true;
    try {
      for (const listener of open.keys()) {
        const caller = await deps.sessions.reread(listener.caller);
        const { role, scope } = listener.caller;
        if (caller?.role !== role || !isDeepStrictEqual(caller.scope, scope)) listener.end('ended');
      }
    } catch (error) {
      deps.log.error(error);
    } finally {
      checkingSessions = false;
    }
  }

  const heartbeats = setInterval(() => {
    for (const listener of open.keys()) listener.sendHeartbeat();
  }, heartbeatIntervalMs).unref();
  const sessionChecks = setInterval(() => void endOutdated(), sessionCheckIntervalMs).unref();

  /**
   * A device that lost its network leaves a dead stream behind, so the oldest streams give way to
   * the newest.
   */
  function makeRoom(owner: string): void {
    const theirs = [...open].filter(([, of]) => of === owner).map(([listener]) => listener);
    for (const listener of theirs.slice(0, Math.max(0, theirs.length - streamLimitPerOwner + 1)))
      listener.stream.destroy();
  }

  return {
    async open(who, { lastEventId, address }) {
      const broken = lastEventId === undefined ? undefined : readEventId(lastEventId)?.cursor;
      const outbox = await outboxState(deps.db, broken ?? start);
      if (stopped || open.size >= streamLimit) return full;
      const owner = who.caller.sessionId === null ? `guest ${address}` : who.caller.userId;
      makeRoom(owner);
      const { cursor, reset: missed } = beginning(lastEventId, outbox);
      const listener = openListener(who, outbox.epoch, cursor);
      open.set(listener, owner);
      listener.stream.once('close', () => open.delete(listener));
      if (missed) listener.send('reset', reset);
      feed.follow(listener).catch((error: unknown) => {
        deps.log.error(error);
        listener.end();
      });
      return listener.stream;
    },
    async stop() {
      stopped = true;
      clearInterval(heartbeats);
      clearInterval(sessionChecks);
      for (const listener of open.keys()) listener.end();
      await feed.stop();
      for (const { stream } of open.keys()) stream.destroy();
    },
  };
}
