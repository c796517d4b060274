import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export interface Repeated {
  /** Does all there is to do, then goes on; resolves after the first time. */
  start(): Promise<void>;
  /** Waits for a step in progress. */
  stop(): Promise<void>;
}

export interface Repetition {
  /** Milliseconds between two looks. */
  readonly every: number;
  /** Does some of the work and answers how much; 0 when nothing was left. */
  readonly step: () => Promise<number>;
  readonly log: FastifyBaseLogger;
}

/** Work that any number of processes keep looking for; a step that fails is logged and tried again. */
export function repeat({ every, step, log }: Repetition): Repeated {
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
      await sleep(every, undefined, { signal: stopping.signal }).catch(() => undefined);
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
