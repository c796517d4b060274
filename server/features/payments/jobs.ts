import type { PgBoss } from 'pg-boss';

/** Work that outlives the request, kept in the same database. */
export type Jobs = Pick<PgBoss, 'send'>;

/** Tried again with a growing pause, for two weeks: a gateway that is down loses no bill. */
const untilItWorks = {
  retryLimit: 4_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  // A job whose process died is taken up again after this many seconds.
  expireInSeconds: 30,
};

export const billQueue = { name: 'make-bill', ...untilItWorks } as const;
export const sweepQueue = { name: 'sweep-bills', retryLimit: 0, expireInSeconds: 600 } as const;
export const headsQueue = {
  name: 'refresh-revenue-heads',
  retryLimit: 0,
  expireInSeconds: 60,
} as const;

export const paymentQueues = [billQueue, sweepQueue, headsQueue];

export interface BillJob {
  readonly bookingId: string;
}

export interface SweepJob {
  readonly organisation: string;
  readonly zone: string | null;
}
