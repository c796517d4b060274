import { constants } from 'node:os';
import { Piscina } from 'piscina';

/** Milliseconds after which a thread that has nothing to do gives its memory back. */
const idleMs = 60_000;

/**
 * Threads for work that takes a core: so many at once. With `givesWay` people who wait for a list
 * come first. The default export of `module` does the work. The caller bounds the queue; a closing
 * server waits for none of it.
 */
export const threads = (
  module: URL,
  { atOnce, givesWay }: { readonly atOnce: number; readonly givesWay: boolean },
): Piscina =>
  new Piscina({
    filename: module.href,
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: idleMs,
    // Elsewhere this would slow down the whole process; on Linux a thread has a priority of its own.
    niceIncrement:
      givesWay && process.platform === 'linux' ? constants.priority.PRIORITY_BELOW_NORMAL : 0,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
