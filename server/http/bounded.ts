import pLimit from 'p-limit';
import { gauge } from '#server/process/metrics.ts';

/** Too much of one kind waits already: answered with 503 and `Retry-After`. */
export class TooBusy extends Error {
  override name = 'TooBusy';
  readonly code = 'too_busy';
}

export interface Bounds {
  /** Under which its length is measured. */
  readonly name?: string;
  /** So much is done at once. */
  readonly atOnce: number;
  /** So much may wait for it. */
  readonly waiting: number;
  /** So much of it, at work or waiting, may be one person's. */
  readonly each?: number;
}

export interface BoundedQueue {
  /**
   * Does the work when its turn comes, for `whom`, if anybody is named. Throws `TooBusy` at once
   * when too much waits.
   */
  run<T>(work: () => Promise<T>, whom?: string): Promise<T>;
  /** The amount that waits. */
  readonly waiting: number;
}

const counts = new Map<string, () => { readonly working: number; readonly waiting: number }>();

gauge(
  {
    name: 'hanya_bounded_work',
    help: 'Passwords, papers and forms that are being processed or are waiting',
    labels: ['queue', 'state'],
  },
  function* read() {
    for (const [queue, count] of counts) {
      const { working, waiting } = count();
      yield [{ queue, state: 'working' }, working] as const;
      yield [{ queue, state: 'waiting' }, waiting] as const;
    }
  },
);

/** A queue for work that takes a core, or much memory: only so much of it may be taken on. */
export function boundedQueue({ name, atOnce, waiting, each = Infinity }: Bounds): BoundedQueue {
  const inTurn = pLimit(atOnce);
  if (name !== undefined)
    counts.set(name, () => ({ working: inTurn.activeCount, waiting: inTurn.pendingCount }));
  const theirs = new Map<string, number>();
  return {
    async run(work, whom) {
      const mine = whom === undefined ? 0 : (theirs.get(whom) ?? 0);
      const isFull = inTurn.activeCount >= atOnce && inTurn.pendingCount >= waiting;
      if (isFull || mine >= each) throw new TooBusy();
      if (whom !== undefined) theirs.set(whom, mine + 1);
      try {
        return await inTurn(work);
      } finally {
        const left = (theirs.get(whom ?? '') ?? 0) - 1;
        if (whom !== undefined && left > 0) theirs.set(whom, left);
        else if (whom !== undefined) theirs.delete(whom);
      }
    },
    get waiting() {
      return inTurn.pendingCount;
    },
  };
}

/**
 * Does only so much of each party's work at once. The rest of that party's waits, and nobody else's
 * does. Throws `TooBusy` when too much of it waits.
 */
export function queueForEach(bounds: Pick<Bounds, 'atOnce' | 'waiting'>): {
  run<T>(work: () => Promise<T>, whom: string): Promise<T>;
} {
  const queues = new Map<string, { readonly queue: BoundedQueue; users: number }>();
  return {
    async run(work, whom) {
      const theirs = queues.get(whom) ?? { queue: boundedQueue(bounds), users: 0 };
      queues.set(whom, theirs);
      theirs.users += 1;
      try {
        return await theirs.queue.run(work);
      } finally {
        theirs.users -= 1;
        if (theirs.users === 0) queues.delete(whom);
      }
    },
  };
}
