import type { PgBoss } from 'pg-boss';
import { failedQueue } from '#server/db/queues.ts';

/** Jobs outlive the request that sends them: they are stored in the same database. */
export type Jobs = Pick<PgBoss, 'send' | 'redrive'>;

/** Retried with a growing pause for two weeks, so that nothing is lost while a gateway is down. */
const untilItWorks = {
  retryLimit: 4_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  // Seconds after which the job of a dead process is run again; no live one takes that long.
  expireInSeconds: 45,
  deadLetter: failedQueue.name,
};

export const billQueue = { name: 'make-bill', ...untilItWorks } as const;
export const noticeQueue = { name: 'verify-notice', ...untilItWorks } as const;
export const sweepQueue = { name: 'sweep-bills', retryLimit: 0, expireInSeconds: 600 } as const;
/**
 * Exclusive, so that only one process sweeps at a time. A sweep that falls due during another is
 * not queued.
 */
export const dueQueue = {
  name: 'sweep-due-bills',
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 300,
} as const;
export const headsQueue = {
  name: 'refresh-revenue-heads',
  retryLimit: 0,
  expireInSeconds: 60,
} as const;

export const paymentQueues = [billQueue, noticeQueue, sweepQueue, dueQueue, headsQueue];

export interface BillJob {
  readonly bookingId: string;
}

export interface NoticeJob {
  readonly noticeId: string;
}

export interface SweepJob {
  readonly organisation: string;
  readonly zone: string | null;
}
