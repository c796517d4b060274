import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

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
  readonly log: FastifyBaseLogger;
}

/** Work that every process looks for repeatedly. A step that fails is logged and tried again. */
export function repeat({ intervalMs, idleMs, step, log }: Repetition): Repeated {
  const stopping = new AbortController();
  let going: Promise<void> | undefined;

  /** Answers whether there was anything to do. */
  async function doAll(): Promise<boolean> {
    let worked = false;
    try {
      while (!stopping.signal.aborted && (await step()) > 0) worked = true;
    } catch (error) {
      log.error(error);
    }
    return worked;
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

/** Milliseconds until the next step, after one that had work or found none. */
export function pauseAfter(
  worked: boolean,
  pause: number,
  { intervalMs, idleMs }: Pick<Repetition, 'intervalMs' | 'idleMs'>,
): number {
  return worked ? intervalMs : Math.min(pause * 2, idleMs);
}
