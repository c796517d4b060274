import { cursorHeader } from '#contract/live-cursor.ts';

/** Reads wait for the live stream no longer than this, in milliseconds. */
const longestHold = 1_000;
/** The stream waits for reads that went ahead of it no longer than this, in milliseconds. */
const longestAhead = 10_000;

interface Ahead {
  /** How many are under way that began before any was answered. */
  pending: number;
  /** Where a stream goes on after the earliest of them. */
  cursor: string | null;
  /** Resolved when none of them is pending any more. */
  answered: PromiseWithResolvers<undefined>;
}

let held: Promise<undefined> | null = null;
let ahead: Ahead | null = null;

export interface Hold {
  /** Lets reads through, now that the stream is open; answers whether none went ahead of it. */
  readonly release: () => boolean;
  /** Aborted when reads have waited long enough and go ahead of the stream. */
  readonly over: AbortSignal;
  /**
   * The event after which a stream holds all that the reads that went ahead don't, once they are
   * answered; null where that isn't known.
   */
  readonly goesOnAfter: () => Promise<string | null>;
  /** Whether the reads that went ahead hold everything up to this event, once they are answered. */
  readonly holdUpTo: (id: string) => Promise<boolean>;
}

/**
 * Holds reads back until the live stream is open, so that nothing that is read must be read again; on
 * a slow line for a second only. Then they go first, and the stream goes on from where they were read.
 */
export function holdReads(): Hold {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const over = new AbortController();
  const mine: Ahead = { pending: 0, cursor: null, answered: Promise.withResolvers() };
  let holding = true;
  const end = () => {
    const heldUntilNow = holding;
    holding = false;
    clearTimeout(timer);
    if (held === promise) held = null;
    resolve(undefined);
    return heldUntilNow;
  };
  const goAhead = () => {
    ahead = mine;
    end();
    over.abort();
  };
  const timer = setTimeout(goAhead, longestHold);
  held = promise;
  async function goesOnAfter() {
    // Those that were held back begin in this turn.
    await pause(0);
    if (mine.pending > 0) await Promise.race([mine.answered.promise, pause(longestAhead)]);
    return mine.pending > 0 ? null : mine.cursor;
  }
  return {
    release() {
      if (ahead === mine) ahead = null;
      return end();
    },
    over: over.signal,
    goesOnAfter,
    async holdUpTo(id) {
      const read = await goesOnAfter();
      return read !== null && !isBefore(read, id);
    },
  };
}

/** Resolves when reads may be sent; null when nothing holds them. */
export const readsMayBegin = (): Promise<undefined> | null => held;

/** A read that goes ahead of the stream. */
export interface ReadAhead {
  readonly headers: Readonly<Record<string, string>>;
  /** It was answered with these headers. */
  readonly answered: (headers: Headers) => void;
  /** It is over, answered or not. */
  readonly end: () => void;
}

/** Begins a read; null where it needn't say where the stream goes on. */
export function beginRead(): ReadAhead | null {
  return ahead && begun(ahead);
}

function begun(mine: Ahead): ReadAhead {
  // It begins after another was answered, so it sees all that the other one saw: the stream may go on
  // from that one's cursor without waiting for this read.
  const isAwaited = mine.cursor === null;
  if (isAwaited && mine.pending === 0) mine.answered = Promise.withResolvers();
  if (isAwaited) mine.pending += 1;
  return {
    headers: { [cursorHeader]: 'wanted' },
    answered(headers) {
      const cursor = headers.get(cursorHeader);
      if (cursor !== null && (mine.cursor === null || isBefore(cursor, mine.cursor)))
        mine.cursor = cursor;
    },
    end() {
      if (isAwaited) mine.pending -= 1;
      if (mine.pending === 0) mine.answered.resolve(undefined);
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
