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
  /** Milliseconds between steps. */
  readonly intervalMs: number;
  /** Does some of the work and answers how much; 0 when nothing was left. */
  readonly step: () => Promise<number>;
  readonly log: FastifyBaseLogger;
}

/** Work that every process looks for repeatedly. A step that fails is logged and tried again. */
export function repeat({ intervalMs, step, log }: Repetition): Repeated {
  const stopping = new AbortController();
  let going: Promise<void> | undefined;

  async function doAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await step()) > 0);
    } catch (error) {
      log.error(error);
    }
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      await doAll();
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
