import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../app.ts';
import { foldCounters } from './commands.ts';

/** Milliseconds between two folds. */
const foldEvery = 1_000;

export interface Folding {
  /** Folds all there is, then goes on about every second; resolves after the first time. */
  start(): Promise<void>;
  /** Waits for a fold in progress. */
  stop(): Promise<void>;
}

/** Keeps the counters close behind the outbox: any number of processes may do so. */
export function createFolding({ db, log }: Pick<Deps, 'db' | 'log'>): Folding {
  const stopping = new AbortController();
  let going: Promise<void> | undefined;

  async function foldAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await foldCounters(db)) > 0);
    } catch (error) {
      log.error(error);
    }
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(foldEvery, undefined, { signal: stopping.signal }).catch(() => undefined);
      await foldAll();
    }
  }

  return {
    async start() {
      await foldAll();
      going ??= goOn();
    },
    async stop() {
      stopping.abort();
      await going;
    },
  };
}
