import { sql, type Transaction } from 'kysely';
import { LruMap } from 'toad-cache';
import { guestPayload, guestToken } from '#contract/auth.ts';
import { proofNeeded } from '#contract/proof.ts';
import type { Config } from '#server/config/config.ts';
import { isWithoutRoom } from '#server/db/availability.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { ForgedToken, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { Authenticate } from '#server/http/serve.ts';
import { scopeOf } from '#server/scope/rules.ts';
import { roleNeedsFactor, userHasFactor } from './held-factors.ts';
import { callerOf } from './queries.ts';
import type { Tokens } from './tokens.ts';

const cacheLifetimeMs = 5_000;
/** A session that isn't used for so long is over. */
export const idleLimitMs = 60 * 60_000;
const noteUseIntervalMs = 60_000;

/** A proof of identity holds for so many minutes. */
const proofMinutes = 10;

const notSignedIn = new Refusal(401, 'not_signed_in', 'Sign in first.');
const sessionOver = ['session_ended', 'Your session has ended. Sign in to continue.'] as const;
const sessionEnded = new Refusal(401, ...sessionOver);
const forgedToken = new ForgedToken(401, ...sessionOver);

const proveAgain = new Refusal(
  403,
  proofNeeded,
  'First confirm that it is you. Enter your code, or your password if you have no second factor.',
);

interface Session {
  readonly caller: Caller;
  notedAt: number;
}

/** A session as it was read at that moment, or is being read; without one it is over. */
interface Known {
  /** By a clock that nobody sets back. */
  readonly readAt: number;
  readonly session: Promise<Session | undefined>;
}

export interface Sessions {
  readonly authenticate: Authenticate;
  /**
   * Null when the caller has proved who they are in the last minutes: at sign-in or anew. Read from
   * the database each time, since a proof may have come to another process.
   */
  readonly whyNotProved: (caller: Caller) => Promise<Refusal | null>;
  /** The last use of a session, as far as this process knows, if the database has `written`. */
  readonly lastUse: (sessionId: string, written: Date) => Date;
  /** Drops the cached session, so that an ended one is refused at once in this process. */
  readonly forget: (sessionId: string) => void;
  /**
   * Ends the sessions of an account, all but `exceptSessionId`. Call `forget` for the ids it
   * answers once the transaction is committed.
   */
  readonly endAll: (
    trx: Transaction<DB>,
    userId: string,
    exceptSessionId: string | null,
  ) => Promise<readonly string[]>;
  /**
   * The callers of sessions as the database has them now, by the session's id (null for guests); it
   * counts as no use. Callers whose session is over, or who must set up a second factor first, are
   * left out.
   */
  readonly callersOf: (
    sessionIds: readonly (string | null)[],
  ) => Promise<ReadonlyMap<string | null, Caller>>;
}

/**
 * Reads who is calling from the session row, at most 5 s old. A session ends
 * by logout, expiry, an hour without use, or when its account is closed.
 */
export function createSessions(
  db: Database,
  tokens: Tokens,
  { demo, guest }: Pick<Config, 'demo' | 'guest'>,
): Sessions {
  const known = new LruMap<Known>(10_000);
  /** The last use of sessions that a full disk kept from being written. */
  const unwritten = new LruMap<Date>(10_000);
  const lastUse = (id: string, written: Date): Date => {
    const used = unwritten.get(id);
    return used && used > written ? used : written;
  };

  const guestCaller: Caller = {
    userId: guestPayload.id,
    sessionId: null,
    role: 'guest',
    name: 'Guest',
    state: null,
    scope: scopeOf({ role: 'guest', state: null, zone: null }, demo),
    demo: true,
    lacksFactor: false,
  };

  /** The sessions that still hold, by id. */
  async function read(ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id as sessionId', 'last_used_at', 'expires_at'])
      .select(['users.id', 'first_name', 'last_name', 'role', 'state', 'zone', 'users.demo'])
      .select((eb) => eb.and([roleNeedsFactor, eb.not(userHasFactor)]).as('lacksFactor'))
      .where('sessions.id', '=', sql<string>`any(${ids})`)
      .where('ended_at', 'is', null)
      .where('active', '=', true)
      .execute();
    const now = Date.now();
    return new Map(
      rows.flatMap((row) => {
        if (row.demo && !demo) return [];
        const usedAt = lastUse(row.sessionId, row.last_used_at).getTime();
        if (row.expires_at.getTime() <= now || usedAt + idleLimitMs <= now) return [];
        const caller = callerOf(row, row.sessionId, demo);
        return [[row.sessionId, { caller, notedAt: usedAt }]];
      }),
    );
  }

  /** Concurrent requests of a session share one read. */
  async function sessionOf(id: string): Promise<Session | undefined> {
    const last = known.get(id);
    const readAt = performance.now();
    if (last && readAt - last.readAt <= cacheLifetimeMs) {
      const found = await last.session;
      // Another process may have taken the factor that was missing: then nobody is to wait.
      if (found?.caller.lacksFactor !== true) return found;
    }
    const session = read([id]).then((sessions) => sessions.get(id));
    known.set(id, { readAt, session });
    const drop = () => {
      if (known.get(id)?.session === session) known.delete(id);
    };
    session.then((found) => found ?? drop(), drop);
    return session;
  }

  /** On a full disk people go on reading, for as long as it is full. */
  async function noteUse(id: string, session: Session, now: number): Promise<void> {
    if (now - session.notedAt < noteUseIntervalMs) return;
    session.notedAt = now;
    const at = new Date(now);
    try {
      await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
      unwritten.delete(id);
      await db
        .updateTable('users')
        .set({ last_active: at })
        .where('id', '=', session.caller.userId)
        .execute();
    } catch (error) {
      if (!isWithoutRoom(error)) throw error;
      unwritten.set(id, at);
    }
  }

  async function authenticate(
    authorization: string | undefined,
    countsAsUse = true,
  ): Promise<Outcome<Caller>> {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return notSignedIn;
    if (token === guestToken) return guest ? guestCaller : sessionEnded;
    const named = await tokens.sessionOf(token);
    if (named === null) return forgedToken;
    if (named === 'over') return sessionEnded;
    const now = Date.now();
    const session = await sessionOf(named.id);
    if (session === undefined) return sessionEnded;
    if (countsAsUse) await noteUse(named.id, session, now);
    return session.caller;
  }

  async function whyNotProved({ sessionId }: Caller): Promise<Refusal | null> {
    const proved = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId ?? '')
      .where('proved_at', '>', sql<Date>`now() - ${proofMinutes}::int * interval '1 minute'`)
      .executeTakeFirst();
    return proved ? null : proveAgain;
  }

  return {
    authenticate,
    whyNotProved,
    lastUse,
    forget: (sessionId) => known.delete(sessionId),
    endAll,
    async callersOf(sessionIds) {
      const ids = new Set(sessionIds);
      const sessions = await read([...ids].filter((id) => id !== null));
      const callers = new Map<string | null, Caller>();
      for (const [id, { caller }] of sessions) if (!caller.lacksFactor) callers.set(id, caller);
      if (ids.has(null) && guest) callers.set(null, guestCaller);
      return callers;
    },
  };
}

async function endAll(
  trx: Transaction<DB>,
  userId: string,
  exceptSessionId: string | null,
): Promise<readonly string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(exceptSessionId !== null, (query) => query.where('id', '!=', exceptSessionId))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
