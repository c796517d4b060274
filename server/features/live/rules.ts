import type { Scope } from '#server/http/caller.ts';
import { liesInScope } from '#server/features/scope/queries.ts';
import { type Cursor, isAfter, readEventId } from './cursor.ts';

/** Where the outbox stands, seen from where a stream broke off. */
export interface Whereabouts {
  readonly epoch: string;
  /** Everything that is committed later lies after it. */
  readonly now: Cursor;
  /** Whether the first row after that place is so old that others before it may have been swept away. */
  readonly isTooOld: boolean;
}

/**
 * Where a stream begins: where it broke off, or now. `reset` when that is at another installation,
 * too long ago or nowhere at all, so that something may have been missed.
 */
export function beginning(
  lastEventId: string | undefined,
  { epoch, now, isTooOld }: Whereabouts,
): { readonly cursor: Cursor; readonly reset: boolean } {
  if (lastEventId === undefined) return { cursor: now, reset: false };
  const last = readEventId(lastEventId);
  const isKnown = last?.epoch === epoch && !isAfter(last.cursor, now) && !isTooOld;
  return isKnown ? { cursor: last.cursor, reset: false } : { cursor: now, reset: true };
}

/** What somebody is shown of a change; a record that has left their sight is `gone`. */
export function shownTo(
  who: { readonly scope: Scope; readonly seesPaid: boolean },
  change: {
    readonly organisation: string;
    readonly zone: string;
    readonly demo: boolean;
    readonly change: string;
    /** Whether the booking is, now, neither paid nor withdrawn. */
    readonly isOpen: boolean;
  },
  handledIt: boolean,
): 'whole' | 'gone' | 'nothing' {
  if (!liesInScope(change, who.scope)) return 'nothing';
  if (who.seesPaid || change.isOpen || handledIt) return 'whole';
  return closing.includes(change.change) ? 'gone' : 'nothing';
}

/** The changes after which a booking is no longer open. */
const closing: readonly string[] = ['paid', 'cleared', 'withdrawn'];
