import { AsyncLocalStorage } from 'node:async_hooks';
import { isAway } from './availability.ts';
import type { Position } from './positions.ts';

/** What one call reads: all of its queries go to the same database. */
interface OneRead {
  /** Its running query ends with it. */
  readonly signal: AbortSignal;
  /** It must see every change up to here; undefined for a caller that has made none. */
  readonly mustSee: Position | undefined;
  place?: Promise<Place>;
}

export type Place = 'primary' | 'replica';

const reads = new AsyncLocalStorage<OneRead>();

/** The read that this query belongs to; undefined for jobs, changes and streams. */
export const currentRead = (): OneRead | undefined => reads.getStore();

/**
 * Does the work as one read. When the replica it reads from fails under it, it is done once more on
 * the primary, so it must be harmless twice.
 */
export async function asOneRead<T>(
  { signal, mustSee }: Pick<OneRead, 'signal' | 'mustSee'>,
  work: () => Promise<T>,
): Promise<T> {
  const read: OneRead = { signal, mustSee };
  try {
    return await reads.run(read, work);
  } catch (error) {
    if (signal.aborted || (await read.place) !== 'replica' || !isOfServer(error)) throw error;
    return reads.run({ signal, mustSee, place: Promise.resolve('primary') }, work);
  }
}

/**
 * The answer of a part of a read, or undefined where that takes longer than so many milliseconds: its
 * query is cancelled then, and the read goes on without it.
 */
export async function withinTime<T>(
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (milliseconds <= 0) return undefined;
  const read = reads.getStore();
  const tooLong = AbortSignal.timeout(Math.ceil(milliseconds));
  const signal = read ? AbortSignal.any([read.signal, tooLong]) : tooLong;
  try {
    return await reads.run({ mustSee: undefined, ...read, signal }, work);
  } catch (error) {
    if (tooLong.aborted && read?.signal.aborted !== true && wasCancelled(error, signal))
      return undefined;
    throw error;
  }
}

/** A query that was not begun any more, or that PostgreSQL cut off (57014). */
const wasCancelled = (error: unknown, { reason }: AbortSignal): boolean =>
  error === reason || (error instanceof Error && 'code' in error && error.code === '57014');

/** Does the work, whatever it belongs to, on the primary: for what must know every payment. */
export const onPrimary = <T>(work: () => Promise<T>): Promise<T> => {
  const read = reads.getStore();
  return read ? reads.run({ ...read, place: Promise.resolve('primary') }, work) : work();
};

/** It is away, or a query was in the way of what the replica has to replay (40001) or cut off. */
const isOfServer = (error: unknown): boolean =>
  isAway(error) ||
  (error instanceof Error &&
    'code' in error &&
    /^(?:40001|57P0\d|E[A-Z]+)$/.test(String(error.code)));
