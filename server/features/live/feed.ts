import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isAway } from '#server/db/availability.ts';
import type { Deps } from '#server/deps.ts';
import { type Cursor, isAfter, start } from './cursor.ts';
import { type Listener, positionOf } from './listener.ts';
import { eventsToPublish, framesFor, framesForAll, type PublishableEvent } from './publishing.ts';
import { outboxEventsAfter } from './queries.ts';

/** Milliseconds between two reads of the outbox, with few listeners and with many. */
const pollIntervalMs = 75;
const longestPollIntervalMs = 150;
/** Milliseconds after a read that failed, such as while the database restarts. */
const retryDelayMs = 1_000;
const batchSize = 200;
/** Listeners that are served before other work of the process has its turn. */
const servedAtOnce = 200;

export interface Feed {
  /** Sends the listener what it has missed, then every new event, until its stream closes. */
  follow(listener: Listener, replayed: (events: number) => void): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The outbox has one reader in each process: it polls while anybody listens, and reads once for all
 * listeners.
 */
export function createFeed(deps: Deps): Feed {
  const listeners = new Set<Listener>();
  /** The same listeners by what they may see. */
  const audiences = new Map<string, Set<Listener>>();
  let position = start;
  let polling: Promise<void> | undefined;
  let stopped = false;

  async function readAfter(epoch: string, cursor: Cursor) {
    const { outboxEvents, reached, position } = await outboxEventsAfter(deps.db, cursor, batchSize);
    const events = await eventsToPublish(deps, epoch, outboxEvents);
    const before = deps.positionNow ? [positionOf(position)] : [];
    return { events, before, reached, isAll: outboxEvents.length < batchSize };
  }

  function add(listener: Listener): void {
    listeners.add(listener);
    const key = audienceOf(listener);
    const audience = audiences.get(key);
    if (audience) audience.add(listener);
    else audiences.set(key, new Set([listener]));
  }

  function remove(listener: Listener): void {
    listeners.delete(listener);
    const key = audienceOf(listener);
    const audience = audiences.get(key);
    audience?.delete(listener);
    if (audience?.size === 0) audiences.delete(key);
  }

  /**
   * Adds a listener to those that are polled for together; false for one that has to catch up
   * first.
   */
  function join(listener: Listener): boolean {
    if (stopped || listener.stream.destroyed) return true;
    if (polling === undefined) position = listener.cursor;
    else if (isAfter(position, listener.cursor)) return false;
    add(listener);
    polling ??= poll(listener.epoch);
    return true;
  }

  async function poll(epoch: string): Promise<void> {
    while (listeners.size > 0) {
      // For many listeners, more events travel together: it is each delivery that costs.
      let delayMs = Math.min(pollIntervalMs + listeners.size / 50, longestPollIntervalMs);
      try {
        const { events, before, reached, isAll } = await readAfter(epoch, position);
        if (!isAll) delayMs = 0;
        // Moved before anything is published, so that a listener that joins meanwhile misses none
        // of these.
        position = reached;
        await publish(events, before, reached);
      } catch (error) {
        if (!isAway(error)) deps.log.error(error);
        delayMs = retryDelayMs;
      }
      await sleep(delayMs);
    }
    polling = undefined;
  }

  async function publish(
    events: readonly PublishableEvent[],
    before: readonly Buffer[],
    reached: Cursor,
  ): Promise<void> {
    let served = 0;
    for (const audience of Array.from(audiences.values())) {
      const [any] = audience;
      if (!any) continue;
      const framesOf = framesForAll(any, events);
      for (const listener of Array.from(audience)) {
        const frames = framesOf(listener);
        if (isAfter(reached, listener.cursor)) listener.cursor = reached;
        if (frames === undefined) continue;
        for (const comment of before) listener.send(comment);
        listener.send(frames);
        served += 1;
        if (served % servedAtOnce === 0) await nextTurn();
      }
    }
  }

  /** At the pace at which the listener reads. */
  async function catchUp(
    listener: Listener,
    events: readonly PublishableEvent[],
    before: readonly Buffer[],
    reached: Cursor,
  ): Promise<void> {
    if (events.length > 0) for (const comment of before) listener.send(comment);
    for (const event of events) {
      const frames = framesFor(listener, [event], listener.caller.userId);
      listener.cursor = { xid: event.xid, seq: event.seq };
      for (const frame of frames) listener.send(frame);
      await listener.drained();
    }
    if (isAfter(reached, listener.cursor)) listener.cursor = reached;
  }

  return {
    async follow(listener, replayed) {
      listener.stream.once('close', () => {
        remove(listener);
      });
      let upToDate = false;
      while (!upToDate && !listener.stream.destroyed) {
        const read = await readAfter(listener.epoch, listener.cursor);
        const { events, before, reached, isAll } = read;
        replayed(events.length);
        await catchUp(listener, events, before, reached);
        upToDate = isAll && join(listener);
      }
    },
    async stop() {
      stopped = true;
      listeners.clear();
      audiences.clear();
      await polling;
    },
  };
}

const audienceOf = ({ scope, seesPaid, sees }: Listener): string =>
  JSON.stringify([scope.organisation, scope.zone, scope.demo, seesPaid, ...sees]);
