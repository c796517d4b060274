import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { getHeapStatistics } from 'node:v8';
import { isAway } from '#server/db/availability.ts';
import type { Deps } from '#server/deps.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { readEventId, start } from './cursor.ts';
import { createFeed } from './feed.ts';
import {
  heartbeatOf,
  type Listener,
  openListener,
  positionOf,
  type Subscriber,
} from './listener.ts';
import { outboxState } from './queries.ts';
import { beginning, boundReplays, hasRoom, type Replays } from './rules.ts';

/** Milliseconds. */
const heartbeatIntervalMs = 15_000;
const sessionCheckIntervalMs = 3_000;
/** Open streams of one person, in this process. */
const streamLimitPerOwner = 5;
/** Heartbeats that are sent before other work of the process has its turn. */
const heartbeatsAtOnce = 500;

const full = new Refusal(
  503,
  'too_many_streams',
  'Too many screens with live updates are open. Close some, or try again in a few minutes.',
);

export interface Streams {
  /**
   * A stream of the events in the subscriber's scope, after `lastEventId` or from now on. 503 when
   * the process has no memory for more.
   */
  open(
    who: Subscriber,
    from: { lastEventId: string | undefined; address: string },
  ): Promise<Outcome<Readable>>;
  /** The number of open streams. */
  count(): number;
  /** Ends every stream at once. */
  stop(): Promise<void>;
}

/** The open streams of this process, oldest first. */
export function createStreams(deps: Deps, replays: Replays = boundReplays()): Streams {
  const feed = createFeed(deps);
  const open = new Set<Listener>();
  /** The same by owner. Guests share an account, so they are told apart by address. */
  const owners = new Map<string, Set<Listener>>();
  let stopped = false;
  let checkingSessions = false;

  async function endOutdated(): Promise<void> {
    if (checkingSessions) return;
    checkingSessions = true;
    try {
      if (open.size === 0) return;
      const callers = await deps.sessions.callersOf(
        [...open].map(({ caller }) => caller.sessionId),
      );
      for (const listener of open) {
        const { sessionId, role, scope } = listener.caller;
        const caller = callers.get(sessionId);
        if (caller?.role !== role || !isDeepStrictEqual(caller.scope, scope)) listener.end('ended');
      }
    } catch (error) {
      if (!isAway(error)) deps.log.error(error);
    } finally {
      checkingSessions = false;
    }
  }

  async function sendHeartbeats(): Promise<void> {
    let sent = 0;
    for (const listener of Array.from(open)) {
      listener.send(heartbeatOf(listener.epoch, listener.cursor));
      sent += 1;
      if (sent % heartbeatsAtOnce === 0) await nextTurn();
    }
  }

  const heartbeats = setInterval(() => void sendHeartbeats(), heartbeatIntervalMs).unref();
  const sessionChecks = setInterval(() => void endOutdated(), sessionCheckIntervalMs).unref();

  /**
   * A device that lost its network leaves a dead stream behind, so the oldest streams give way to
   * the newest.
   */
  function add(listener: Listener, owner: string): void {
    const theirs = owners.get(owner) ?? new Set();
    const excess = theirs.size - streamLimitPerOwner + 1;
    for (const oldest of [...theirs].slice(0, Math.max(0, excess))) oldest.stream.destroy();
    owners.set(owner, theirs.add(listener));
    open.add(listener);
    listener.stream.once('close', () => {
      open.delete(listener);
      theirs.delete(listener);
      if (theirs.size === 0 && owners.get(owner) === theirs) owners.delete(owner);
    });
  }

  return {
    async open(who, { lastEventId, address }) {
      const owner = who.caller.sessionId === null ? `guest ${address}` : who.caller.userId;
      const broken = lastEventId === undefined ? undefined : readEventId(lastEventId)?.cursor;
      const outbox = await outboxState(deps.db, broken ?? start);
      if (stopped || !hasRoom(memoryNow())) return full;
      const isTooOld = outbox.isTooOld || replays.isSpent(owner);
      const { cursor, reset: missed } = beginning(lastEventId, { ...outbox, isTooOld });
      const before = deps.positionNow ? [positionOf(outbox.position)] : [];
      const listener = openListener(who, outbox.epoch, cursor, before);
      add(listener, owner);
      if (missed) listener.tell({ type: 'reset' });
      const replayed = (events: number) => {
        replays.count(owner, events);
      };
      feed.follow(listener, replayed).catch((error: unknown) => {
        if (!isAway(error)) deps.log.error(error);
        listener.end();
      });
      return listener.stream;
    },
    count: () => open.size,
    async stop() {
      stopped = true;
      clearInterval(heartbeats);
      clearInterval(sessionChecks);
      for (const listener of open) listener.end();
      await feed.stop();
      for (const { stream } of open) stream.destroy();
    },
  };
}

function memoryNow() {
  const { used_heap_size: heapUsed, heap_size_limit: heapLimit } = getHeapStatistics();
  return { heapUsed, heapLimit, available: process.availableMemory() };
}
