import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { type Cursor, isAfter, start } from './cursor.ts';
import type { Listener } from './listener.ts';
import { happeningsAfter } from './queries.ts';
import { newsOf, type ReadCollisions, tell } from './telling.ts';

/** Milliseconds between two looks at the outbox. */
const lookEvery = 75;
/** And after one that failed, such as while the database restarts. */
const lookAgainAfter = 1_000;
const batch = 200;

export interface Feed {
  /** Tells the listener what it has missed, then all that happens, until its stream closes. */
  follow(listener: Listener): Promise<void>;
  stop(): Promise<void>;
}

/** The one reader of the outbox in this process: it reads while somebody listens, once for all of them. */
export function createFeed(deps: Pick<Deps, 'db' | 'log'>, readCollisions: ReadCollisions): Feed {
  const listeners = new Set<Listener>();
  let position = start;
  let looking: Promise<void> | undefined;
  let stopped = false;

  async function readAfter(cursor: Cursor) {
    const { happenings, reached } = await happeningsAfter(deps.db, cursor, batch);
    const news = await newsOf(deps, readCollisions, happenings);
    return { news, reached, isAll: happenings.length < batch };
  }

  /** Listeners who have heard it all so far hear the rest together; false for one who has to catch up first. */
  function join(listener: Listener): boolean {
    if (stopped || listener.stream.destroyed) return true;
    if (looking === undefined) position = listener.cursor;
    else if (isAfter(position, listener.cursor)) return false;
    listeners.add(listener);
    looking ??= look();
    return true;
  }

  async function look(): Promise<void> {
    while (listeners.size > 0) {
      let pause = lookEvery;
      try {
        const { news, reached, isAll } = await readAfter(position);
        if (!isAll) pause = 0;
        // Moved before anybody is told, so that who joins meanwhile doesn't miss these.
        position = reached;
        await Promise.all([...listeners].map((listener) => tellOrEnd(listener, news, reached)));
      } catch (error) {
        deps.log.error(error);
        pause = lookAgainAfter;
      }
      await sleep(pause);
    }
    looking = undefined;
  }

  async function tellOrEnd(
    listener: Listener,
    news: Parameters<typeof tell>[2],
    reached: Cursor,
  ): Promise<void> {
    try {
      await tell(deps, listener, news);
      if (isAfter(reached, listener.cursor)) listener.cursor = reached;
    } catch (error) {
      deps.log.error(error);
      listener.end();
    }
  }

  return {
    async follow(listener) {
      listener.stream.once('close', () => listeners.delete(listener));
      let upToDate = false;
      while (!upToDate && !listener.stream.destroyed) {
        const { news, reached, isAll } = await readAfter(listener.cursor);
        await tellOrEnd(listener, news, reached);
        await listener.drained();
        upToDate = isAll && join(listener);
      }
    },
    async stop() {
      stopped = true;
      listeners.clear();
      await looking;
    },
  };
}
