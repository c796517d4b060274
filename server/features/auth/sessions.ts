import type { Transaction } from 'kysely';
import { guestPayload, guestToken } from '#contract/auth.ts';
import { accountStateSchema } from '#contract/places.ts';
import { roleSchema } from '#contract/roles.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { Authenticate } from '#server/http/serve.ts';
import { scopeOf } from '#server/scope/rules.ts';
import type { Tokens } from './tokens.ts';

const cacheLifetimeMs = 5_000;
const idleLimitMs = 60 * 60_000;
const noteUseIntervalMs = 60_000;

const notSignedIn = new Refusal(401, 'not_signed_in', 'Sign in first.');
const sessionEnded = new Refusal(401, 'session_ended', 'Your session ended. Sign in to go on.');

interface Known {
  readonly caller: Caller;
  readonly readAt: number;
  notedAt: number;
}

export interface Sessions {
  readonly authenticate: Authenticate;
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
   * The caller as the database has it now, without counting as use; `undefined` once the session is
   * over.
   */
  readonly reread: (caller: Caller) => Promise<Caller | undefined>;
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
  const known = new Map<string, Known>();

  const guestCaller: Caller = {
    userId: guestPayload.id,
    sessionId: null,
    role: 'guest',
    name: 'Guest',
    state: null,
    scope: scopeOf({ role: 'guest', state: null, zone: null }, demo),
    demo: true,
  };

  async function read(sessionId: string, now: number): Promise<Known | undefined> {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .select(['sessions.last_used_at', 'sessions.expires_at', 'sessions.ended_at'])
      .where('sessions.id', '=', sessionId)
      .executeTakeFirst();
    if (row?.ended_at !== null || !row.active || (row.demo && !demo)) return undefined;
    if (row.expires_at.getTime() <= now || row.last_used_at.getTime() + idleLimitMs <= now)
      return undefined;
    const role = roleSchema.parse(row.role);
    const state = accountStateSchema.nullable().parse(row.state);
    const scope = scopeOf({ role, state, zone: row.zone }, demo);
    const name = `${row.first_name} ${row.last_name}`;
    const caller = { userId: row.id, sessionId, role, name, state, scope, demo: row.demo };
    return { caller, readAt: now, notedAt: row.last_used_at.getTime() };
  }

  async function noteUse(session: Known, now: number): Promise<void> {
    if (now - session.notedAt < noteUseIntervalMs || session.caller.sessionId === null) return;
    session.notedAt = now;
    const at = new Date(now);
    await db
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('id', '=', session.caller.sessionId)
      .execute();
    await db
      .updateTable('users')
      .set({ last_active: at })
      .where('id', '=', session.caller.userId)
      .execute();
  }

  async function authenticate(
    authorization: string | undefined,
    countsAsUse = true,
  ): Promise<Outcome<Caller>> {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return notSignedIn;
    if (token === guestToken) return guest ? guestCaller : sessionEnded;
    const sessionId = await tokens.sessionOf(token);
    if (sessionId === null) return sessionEnded;
    const now = Date.now();
    let session = known.get(sessionId);
    if (session === undefined || now - session.readAt > cacheLifetimeMs) {
      session = await read(sessionId, now);
      if (session === undefined) {
        known.delete(sessionId);
        return sessionEnded;
      }
      if (known.size > 10_000) known.clear();
      known.set(sessionId, session);
    }
    if (countsAsUse) await noteUse(session, now);
    return session.caller;
  }

  return {
    authenticate,
    forget: (sessionId) => void known.delete(sessionId),
    endAll,
    reread: async ({ sessionId }) =>
      sessionId === null
        ? guest
          ? guestCaller
          : undefined
        : (await read(sessionId, Date.now()))?.caller,
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
