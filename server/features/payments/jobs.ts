import type { PgBoss } from 'pg-boss';

/** Work that outlives the request, kept in the same database. */
export type Jobs = Pick<PgBoss, 'send'>;

/** Tried again with a growing pause, for two weeks: a gateway that is down loses nothing. */
const untilItWorks = {
  retryLimit: 4_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  // A job whose process died is taken up again after this many seconds; none that lives takes longer.
  expireInSeconds: 45,
};

export const billQueue = { name: 'make-bill', ...untilItWorks } as const;
export const noticeQueue = { name: 'verify-notice', ...untilItWorks } as const;
export const sweepQueue = { name: 'sweep-bills', retryLimit: 0, expireInSeconds: 600 } as const;
/** Of all processes one sweeps at a time: a sweep that is due while another goes on isn't queued. */
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
