import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isAway } from '../db/availability.ts';

export interface RepeatedWork {
  /** Resolves after the first round; further rounds follow in the background. */
  start(): Promise<void>;
  /** Waits for a step in progress. */
  stop(): Promise<void>;
}

/** When a next round begins. */
export interface Pace {
  /** Milliseconds after a round that found work. */
  readonly intervalMs: number;
  /** The pause doubles with each round that found nothing, up to so many milliseconds. */
  readonly idleMs: number;
}

export interface RepeatOptions extends Pace {
  /** Does some of the work and answers how much; 0 when nothing was left. */
  readonly step: () => Promise<number>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Milliseconds after a failed round, at most, unless `idleMs` is longer. */
const maxFailedPauseMs = 5_000;

/**
 * Does work in rounds, each of which takes steps until nothing is left. Of equal failures in a row
 * only the first is logged, and then that the work goes on. A database that is away is logged by its
 * watcher.
 */
export function repeat({ intervalMs, idleMs, step, log }: RepeatOptions): RepeatedWork {
  const stopping = new AbortController();
  let furtherRounds: Promise<void> | undefined;
  let loggedFailure: string | undefined;

  async function doRound(): Promise<RoundResult> {
    let hasWorked = false;
    try {
      while (!stopping.signal.aborted && (await step()) > 0) hasWorked = true;
    } catch (error) {
      const failure = String(error);
      if (!isAway(error) && failure !== loggedFailure) {
        log.error(error);
        loggedFailure = failure;
      }
      return 'failed';
    }
    if (loggedFailure !== undefined)
      log.warn({ failure: loggedFailure }, 'work goes on after a failure');
    loggedFailure = undefined;
    return hasWorked ? 'something' : 'nothing';
  }

  async function doFurtherRounds(): Promise<void> {
    let pause = intervalMs;
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      pause = pauseAfter(await doRound(), pause, { intervalMs, idleMs });
    }
  }

  return {
    async start() {
      await doRound();
      furtherRounds ??= doFurtherRounds();
    },
    async stop() {
      stopping.abort();
      await furtherRounds;
    },
  };
}

/** A round answers with what it found to do. */
type RoundResult = 'something' | 'nothing' | 'failed';

/** Milliseconds until the next round, from how the last one ended and the pause before it. */
export function pauseAfter(
  result: RoundResult,
  pause: number,
  { intervalMs, idleMs }: Pace,
): number {
  if (result === 'something') return intervalMs;
  return Math.min(pause * 2, result === 'failed' ? Math.max(idleMs, maxFailedPauseMs) : idleMs);
}
