import { LruMap } from 'toad-cache';
import type { RecordWith } from '#contract/records.ts';
import type { Scope } from '#server/http/caller.ts';
import { liesInScope } from '#server/scope/rules.ts';
import { type Cursor, isAfter, readEventId } from './cursor.ts';

/** The state of the outbox, seen from the cursor of a stream that broke off. */
export interface OutboxState {
  readonly epoch: string;
  /** Whatever is committed from now on comes after it. */
  readonly now: Cursor;
  /**
   * True if the first event after the cursor is so old that others before it may have been deleted.
   */
  readonly isTooOld: boolean;
}

/**
 * The cursor a stream begins at: where an earlier one broke off, or now. `reset` when that cursor
 * is of another installation, too old or not valid, so that events may have been missed.
 */
export function beginning(
  lastEventId: string | undefined,
  { epoch, now, isTooOld }: OutboxState,
): { readonly cursor: Cursor; readonly reset: boolean } {
  if (lastEventId === undefined) return { cursor: now, reset: false };
  const last = readEventId(lastEventId);
  const isKnown = last?.epoch === epoch && !isAfter(last.cursor, now) && !isTooOld;
  return isKnown ? { cursor: last.cursor, reset: false } : { cursor: now, reset: true };
}

/**
 * A listener's view of a change; `gone` is a record that it could see before and can't any more.
 */
export function shownTo(
  who: {
    readonly scope: Scope;
    readonly seesPaid: boolean;
    readonly sees: readonly RecordWith<'live'>[];
  },
  change: {
    readonly record_type: RecordWith<'live'>;
    readonly organisation: string;
    readonly zone: string;
    readonly demo: boolean;
    readonly change: string;
    /** True if the booking is, now, neither paid nor withdrawn. */
    readonly isOpen: boolean;
  },
  handledIt: boolean,
): 'whole' | 'gone' | 'nothing' {
  if (!liesInScope(change, who.scope) || !who.sees.includes(change.record_type)) return 'nothing';
  if (who.seesPaid || change.isOpen || handledIt) return 'whole';
  return closing.includes(change.change) ? 'gone' : 'nothing';
}

/** The changes after which a booking is no longer open. */
const closing: readonly string[] = ['paid', 'cleared', 'withdrawn', 'decided', 'released'];

/** Past events that are read for each owner of streams. */
export interface Replays {
  /** True if the owner has had so many that the next stream begins afresh. */
  isSpent(owner: string): boolean;
  count(owner: string, events: number): void;
}

/**
 * Opening streams at old events again and again costs as much as reading them. Each owner gets so
 * many within a time, in this process. A screen that was away all night needs a few thousand.
 */
export function boundReplays(
  { events: limit, withinMs } = { events: 20_000, withinMs: 600_000 },
): Replays {
  const owners = new LruMap<{ events: number }>(10_000, withinMs);
  return {
    isSpent: (owner) => (owners.get(owner)?.events ?? 0) >= limit,
    count(owner, events) {
      if (events === 0) return;
      const had = owners.get(owner);
      if (had) had.events += events;
      else owners.set(owner, { events });
    },
  };
}

/** Bytes that the machine keeps for other work. */
const spared = 128 * 1024 * 1024;

/** True if the process can take one more stream. All in bytes. */
export const hasRoom = (memory: {
  readonly heapUsed: number;
  readonly heapLimit: number;
  /** Bytes that the machine, or our part of it, has left. */
  readonly available: number;
}): boolean => memory.heapUsed < memory.heapLimit * 0.75 && memory.available > spared;
