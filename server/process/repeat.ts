import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isAway } from '../db/availability.ts';

export interface Repeated {
  /**
   * Works until nothing is left, then goes on in the background; resolves after that first time.
   */
  start(): Promise<void>;
  /** Waits for a step in progress. */
  stop(): Promise<void>;
}

export interface Repetition {
  /** Milliseconds between steps while there is work. */
  readonly intervalMs: number;
  /** The pause doubles with each step that found nothing, up to so many milliseconds. */
  readonly idleMs: number;
  /** Does some of the work and answers how much; 0 when nothing was left. */
  readonly step: () => Promise<number>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Milliseconds between two steps that fail, at most. */
const maxPauseMs = 5_000;

/**
 * Work that every process looks for repeatedly. A failed step is tried again after a growing pause.
 * The log has the first failure of a row, and its end. A database that is away is logged by its
 * watcher.
 */
export function repeat({ intervalMs, idleMs, step, log }: Repetition): Repeated {
  const stopping = new AbortController();
  let going: Promise<void> | undefined;
  let saidFailure: string | undefined;

  async function doAll(): Promise<Done> {
    let worked = false;
    try {
      while (!stopping.signal.aborted && (await step()) > 0) worked = true;
    } catch (error) {
      const failure = String(error);
      if (!isAway(error) && failure !== saidFailure) {
        log.error(error);
        saidFailure = failure;
      }
      return 'failed';
    }
    if (saidFailure !== undefined)
      log.warn({ failure: saidFailure }, 'work goes on after a failure');
    saidFailure = undefined;
    return worked ? 'something' : 'nothing';
  }

  async function goOn(): Promise<void> {
    let pause = intervalMs;
    while (!stopping.signal.aborted) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      pause = pauseAfter(await doAll(), pause, { intervalMs, idleMs });
    }
  }

  return {
    async start() {
      await doAll();
      going ??= goOn();
    },
    async stop() {
      stopping.abort();
      await going;
    },
  };
}

/** The result of a step. */
type Done = 'something' | 'nothing' | 'failed';

/** Milliseconds until the next step, after one that had work, found none or failed. */
export function pauseAfter(
  done: Done,
  pause: number,
  { intervalMs, idleMs }: Pick<Repetition, 'intervalMs' | 'idleMs'>,
): number {
  if (done === 'something') return intervalMs;
  return Math.min(pause * 2, done === 'failed' ? Math.max(idleMs, maxPauseMs) : idleMs);
}
