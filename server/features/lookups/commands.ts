import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { LookupKind } from '#contract/lookups.ts';
import { isAway } from '#server/db/availability.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import type { SecurityEvents } from '#server/http/security-events.ts';
import { countsRows, createLookupDigests, muchInAnHour } from './rules.ts';

/** The records that somebody was shown. */
export interface Seen {
  readonly kind: LookupKind;
  /** The record that was opened. */
  readonly record?: string;
  /** The plate, licence, phone number or text that was searched for. */
  readonly asked?: string | undefined;
  /** The number of records; by default the one that was opened. */
  readonly rows?: number;
}

export interface Lookups {
  /** Notes what a caller was shown. Costs the caller nothing: it is written down soon after. */
  note(caller: Caller, seen: Seen): void;
  /** Writes down what is noted. */
  flush(): Promise<void>;
  /** Every digest under which a look-up of this may have been written down. */
  digestsOf(asked: string): Buffer[];
}

interface Noted {
  readonly at: Date;
  readonly user_id: string;
  readonly kind: LookupKind;
  readonly record_id: string | null;
  readonly digest: Buffer | null;
  rows: number;
}

/** Milliseconds: what is noted within this time is written at once, and lost with its process. */
const pauseMs = 2_000;

/** Rows that wait for a database which is away; those beyond are lost, and that is logged. */
const mostWaiting = 20_000;

const batch = 500;

/**
 * Writes down who looked at what, in batches. The same look-up within a pause is one row. Guests
 * see nobody, so they are left out. Being shown more than anybody reads is a security event.
 */
export function createLookups(
  db: Database,
  secrets: readonly [string, ...string[]],
  log: Pick<FastifyBaseLogger, 'error'>,
  events: Pick<SecurityEvents, 'note'>,
): Lookups {
  const isTooMuch = countsRows();
  const digests = createLookupDigests(secrets);
  let waiting = new Map<string, Noted>();
  /** Look-ups that could not be written when it was tried. */
  let unwritten: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saidLost = false;
  let writing = Promise.resolve();

  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, pauseMs).unref();
  };

  async function write(): Promise<void> {
    const rows = [...unwritten, ...waiting.values()];
    waiting = new Map();
    unwritten = [];
    try {
      while (rows.length > 0) {
        await db.insertInto('lookups').values(rows.slice(0, batch)).execute();
        rows.splice(0, batch);
      }
      saidLost = false;
    } catch (error) {
      if (!isAway(error)) log.error(error, 'who looked at what could not be written down');
      unwritten = rows;
      later();
    }
  }

  const flush = () => (writing = writing.then(write));

  return {
    note({ userId, role }, { kind, record, asked, rows = 1 }) {
      if (role === 'guest') return;
      if (isTooMuch(userId, rows, new Date())) {
        const about = `more than ${muchInAnHour} records in an hour`;
        events.note({ kind: 'much read', account: userId, address: '', about });
      }
      if (waiting.size + unwritten.length >= mostWaiting) {
        if (!saidLost)
          log.error('some look-ups are lost, because Hanya could not write them for too long');
        saidLost = true;
        return;
      }
      const key = `${userId} ${kind} ${record ?? ''} ${asked ?? ''}`;
      const same = waiting.get(key);
      if (same) same.rows = Math.max(same.rows, rows);
      else
        waiting.set(key, {
          at: new Date(),
          user_id: userId,
          kind,
          record_id: record ?? null,
          digest: asked === undefined ? null : digests.of(asked),
          rows,
        });
      later();
    },
    flush,
    digestsOf: (asked) => digests.all(asked),
  };
}

/**
 * Deletes what is older than so many days, and answers how many rows. The owner's function keeps the
 * last 90 days in any case.
 */
export async function pruneLookups(db: Database, days: number): Promise<number> {
  let all = 0;
  for (;;) {
    const { rows } = await sql<{ gone: number }>`
      select prune_lookups(${days}, 10000)::integer as gone`.execute(db);
    const gone = rows[0]?.gone ?? 0;
    if (gone === 0) return all;
    all += gone;
  }
}
