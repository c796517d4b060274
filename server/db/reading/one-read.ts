import { AsyncLocalStorage } from 'node:async_hooks';
import { isAway } from '../availability.ts';
import type { LogPosition } from './positions.ts';

/** The reads of one call: all of its queries go to the same database. */
interface OneRead {
  /** Its running query ends with it. */
  readonly signal: AbortSignal;
  /** The read sees every change up to here; undefined for a caller that has made none. */
  readonly mustSee: LogPosition | undefined;
  /** The same for all of its parts. */
  readonly from: { place?: Promise<ReadFrom> };
  /** The time limits of the queries in this part, and of the part that it belongs to. */
  readonly limits: readonly QueryLimit[];
}

export interface QueryLimit {
  readonly milliseconds: number;
  /** True if a query was cancelled for it. */
  exceeded: boolean;
}

export type ReadFrom = 'primary' | 'replica';

const reads = new AsyncLocalStorage<OneRead>();

/** The read that this query belongs to; undefined for jobs, changes and streams. */
export const currentRead = (): OneRead | undefined => reads.getStore();

/**
 * Does the work as one read. When its replica fails, it is done once more on the primary, so it
 * must be harmless twice.
 */
export async function asOneRead<T>(
  { signal, mustSee }: Pick<OneRead, 'signal' | 'mustSee'>,
  work: () => Promise<T>,
): Promise<T> {
  const read: OneRead = { signal, mustSee, from: {}, limits: [] };
  try {
    return await reads.run(read, work);
  } catch (error) {
    if (signal.aborted || (await read.from.place) !== 'replica' || !isOfServer(error)) throw error;
    return reads.run({ ...read, from: primary() }, work);
  }
}

const primary = (): OneRead['from'] => ({ place: Promise.resolve('primary') });

/**
 * The answer of a part of a read, or undefined where one of its queries runs for longer than so
 * many milliseconds. That query is cancelled, and the read goes on without it. Waiting for a
 * connection doesn't count, or a busy server would send each query twice.
 */
export async function withinTime<T>(
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (milliseconds <= 0) return undefined;
  const read = reads.getStore() ?? { signal: never, mustSee: undefined, from: {}, limits: [] };
  const limit: QueryLimit = { milliseconds, exceeded: false };
  try {
    return await reads.run({ ...read, limits: [...read.limits, limit] }, work);
  } catch (error) {
    if (limit.exceeded && !read.signal.aborted && isCutOff(error)) return undefined;
    throw error;
  }
}

const never = new AbortController().signal;

const isCutOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Does the work, whatever it belongs to, on the primary: for what must know every payment. */
export const onPrimary = <T>(work: () => Promise<T>): Promise<T> => {
  const read = reads.getStore();
  return read ? reads.run({ ...read, from: primary() }, work) : work();
};

/** The server is away, or a query was in the way of the replica's replay (40001) or cut off. */
const isOfServer = (error: unknown): boolean =>
  isAway(error) ||
  (error instanceof Error &&
    'code' in error &&
    /^(?:40001|57P0\d|E[A-Z]+)$/.test(String(error.code)));
