import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { LiveEvent } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { readEventId, start } from './cursor.ts';
import { createFeed } from './feed.ts';
import { type Listener, openListener, type Who } from './listener.ts';
import { whereabouts } from './queries.ts';
import { beginning } from './rules.ts';
import type { ReadCollisions } from './telling.ts';

/** Milliseconds between two signs of life, and between two looks at the listeners' sessions. */
const beatEvery = 15_000;
const rereadEvery = 3_000;
/** Streams of one person at once, and of everybody in this process. */
const mostOfOne = 5;
const mostOfAll = 2_000;

const reset = JSON.stringify({ type: 'reset' } satisfies LiveEvent);
const full = new Refusal(503, 'too_many_streams', 'Too many screens are live now. Try again soon.');

export interface Streams {
  /** A stream of what happens in their scope, from after `lastEventId` or from now. 503 when full. */
  open(
    who: Who,
    from: { lastEventId: string | undefined; address: string },
  ): Promise<Outcome<Readable>>;
  /** Ends every stream at once. */
  stop(): Promise<void>;
}

/** Every open stream of this process, oldest first. */
export function createStreams(
  deps: Pick<Deps, 'db' | 'log' | 'sessions'>,
  readCollisions: ReadCollisions,
): Streams {
  const feed = createFeed(deps, readCollisions);
  /** With whose each is: guests share an account, so they are told apart by address. */
  const open = new Map<Listener, string>();
  let stopped = false;
  let rereading = false;

  async function endOver(): Promise<void> {
    if (rereading) return;
    rereading = true;
    try {
      for (const listener of open.keys()) {
        const caller = await deps.sessions.reread(listener.caller);
        const { role, scope } = listener.caller;
        if (caller?.role !== role || !isDeepStrictEqual(caller.scope, scope)) listener.end('ended');
      }
    } catch (error) {
      deps.log.error(error);
    } finally {
      rereading = false;
    }
  }

  const beating = setInterval(() => {
    for (const listener of open.keys()) listener.beat();
  }, beatEvery).unref();
  const watching = setInterval(() => void endOver(), rereadEvery).unref();

  /** A device that lost its network leaves a dead stream behind, so the newest one wins. */
  function makeRoom(owner: string): void {
    const theirs = [...open].filter(([, of]) => of === owner).map(([listener]) => listener);
    for (const listener of theirs.slice(0, Math.max(0, theirs.length - mostOfOne + 1)))
      listener.stream.destroy();
  }

  return {
    async open(who, { lastEventId, address }) {
      const broken = lastEventId === undefined ? undefined : readEventId(lastEventId)?.cursor;
      const stand = await whereabouts(deps.db, broken ?? start);
      if (stopped || open.size >= mostOfAll) return full;
      const owner = who.caller.sessionId === null ? `guest ${address}` : who.caller.userId;
      makeRoom(owner);
      const { cursor, reset: missed } = beginning(lastEventId, stand);
      const listener = openListener(who, stand.epoch, cursor);
      open.set(listener, owner);
      listener.stream.once('close', () => open.delete(listener));
      if (missed) listener.say('reset', reset);
      feed.follow(listener).catch((error: unknown) => {
        deps.log.error(error);
        listener.end();
      });
      return listener.stream;
    },
    async stop() {
      stopped = true;
      clearInterval(beating);
      clearInterval(watching);
      for (const listener of open.keys()) listener.end();
      await feed.stop();
      for (const { stream } of open.keys()) stream.destroy();
    },
  };
}
