import { cursorHeader } from '#contract/live-cursor.ts';

/** Milliseconds that the live stream waits for the first reads at most. */
const longestWait = 10_000;

interface Reads {
  began: boolean;
  /** How many are under way that began before any was answered. */
  pending: number;
  /** Where a stream goes on after the earliest of them. */
  cursor: string | null;
  /** Resolved when none of them is pending any more. */
  answered: PromiseWithResolvers<undefined>;
}

/** The reads of a page whose live stream isn't open yet; null once it is. */
let first: Reads | null = null;

export interface FirstReads {
  /**
   * Waits until they are answered: the event from which a stream misses nothing that they don't hold.
   * Null if nothing was read, or if one isn't answered for long.
   */
  readonly goesOnAfter: () => Promise<string | null>;
  /** Waits until they are answered: whether they hold everything up to this event. */
  readonly holdUpTo: (id: string) => Promise<boolean>;
  /** The stream is open, or refused: reads no longer ask where it goes on. */
  readonly end: () => void;
}

/** Has each read from now on ask where a live stream goes on after it. */
export function watchFirstReads(): FirstReads {
  const mine: Reads = {
    began: false,
    pending: 0,
    cursor: null,
    answered: Promise.withResolvers(),
  };
  first = mine;
  async function goesOnAfter() {
    // The screen's own reads begin in this turn.
    await pause(0);
    if (mine.pending > 0) await Promise.race([mine.answered.promise, pause(longestWait)]);
    return mine.pending > 0 ? null : mine.cursor;
  }
  return {
    goesOnAfter,
    async holdUpTo(id) {
      if (!mine.began) return true;
      const read = await goesOnAfter();
      return read !== null && !isBefore(read, id);
    },
    end() {
      if (first === mine) first = null;
    },
  };
}

/** A read before the stream is open. */
export interface FirstRead {
  readonly headers: Readonly<Record<string, string>>;
  /** It was answered with these headers. */
  readonly answered: (headers: Headers) => void;
  /** It is over, answered or not. */
  readonly end: () => void;
}

/** Begins a read; null where it needn't ask where the stream goes on. */
export function beginRead(): FirstRead | null {
  return first && begun(first);
}

function begun(reads: Reads): FirstRead {
  reads.began = true;
  // A read that begins after another's answer sees all that the other saw, so nobody waits for it.
  const isAwaited = reads.cursor === null;
  if (isAwaited && reads.pending === 0) reads.answered = Promise.withResolvers();
  if (isAwaited) reads.pending += 1;
  return {
    headers: { [cursorHeader]: 'wanted' },
    answered(headers) {
      const cursor = headers.get(cursorHeader);
      if (cursor !== null && (reads.cursor === null || isBefore(cursor, reads.cursor)))
        reads.cursor = cursor;
    },
    end() {
      if (isAwaited) reads.pending -= 1;
      if (reads.pending === 0) reads.answered.resolve(undefined);
    },
  };
}

/** Of two events of one installation: their ids end with the numbers of transaction and event. */
function isBefore(one: string, other: string): boolean {
  const [of, event] = placeOf(one);
  const [otherOf, otherEvent] = placeOf(other);
  return of < otherOf || (of === otherOf && event < otherEvent);
}

function placeOf(id: string): [bigint, bigint] {
  const [, transaction = '0', event = '0'] = /-(\d+)-(\d+)$/.exec(id) ?? [];
  return [BigInt(transaction), BigInt(event)];
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
