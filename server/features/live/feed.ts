import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { type Cursor, isAfter, start } from './cursor.ts';
import type { Listener } from './listener.ts';
import { eventsToPublish, publish, type ReadCollisions } from './publishing.ts';
import { outboxEventsAfter } from './queries.ts';

/** Milliseconds between two reads of the outbox. */
const pollIntervalMs = 75;
/** Milliseconds after a read that failed, such as while the database restarts. */
const retryDelayMs = 1_000;
const batchSize = 200;

export interface Feed {
  /** Sends the listener what it has missed, then every new event, until its stream closes. */
  follow(listener: Listener): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The outbox has one reader in each process: it polls while anybody listens, and reads once for all
 * listeners.
 */
export function createFeed(deps: Pick<Deps, 'db' | 'log'>, readCollisions: ReadCollisions): Feed {
  const listeners = new Set<Listener>();
  let position = start;
  let polling: Promise<void> | undefined;
  let stopped = false;

  async function readAfter(cursor: Cursor) {
    const { outboxEvents, reached } = await outboxEventsAfter(deps.db, cursor, batchSize);
    const events = await eventsToPublish(deps, readCollisions, outboxEvents);
    return { events, reached, isAll: outboxEvents.length < batchSize };
  }

  /**
   * Adds a listener to those that are polled for together; false for one that has to catch up
   * first.
   */
  function join(listener: Listener): boolean {
    if (stopped || listener.stream.destroyed) return true;
    if (polling === undefined) position = listener.cursor;
    else if (isAfter(position, listener.cursor)) return false;
    listeners.add(listener);
    polling ??= poll();
    return true;
  }

  async function poll(): Promise<void> {
    while (listeners.size > 0) {
      let delayMs = pollIntervalMs;
      try {
        const { events, reached, isAll } = await readAfter(position);
        if (!isAll) delayMs = 0;
        // Moved before anything is published, so that a listener that joins meanwhile misses none
        // of these.
        position = reached;
        await Promise.all(
          [...listeners].map((listener) => publishOrEnd(listener, events, reached)),
        );
      } catch (error) {
        deps.log.error(error);
        delayMs = retryDelayMs;
      }
      await sleep(delayMs);
    }
    polling = undefined;
  }

  async function publishOrEnd(
    listener: Listener,
    events: Parameters<typeof publish>[2],
    reached: Cursor,
  ): Promise<void> {
    try {
      await publish(deps, listener, events);
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
        const { events, reached, isAll } = await readAfter(listener.cursor);
        await publishOrEnd(listener, events, reached);
        await listener.drained();
        upToDate = isAll && join(listener);
      }
    },
    async stop() {
      stopped = true;
      listeners.clear();
      await polling;
    },
  };
}
