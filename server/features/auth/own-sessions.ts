import type { Transaction } from 'kysely';
import type { endSession, endSessions, Session } from '#contract/security.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { browserName } from '#server/http/browser-name.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { idleLimitMs } from './sessions.ts';

/** The sessions of an account that still hold, the last used first. */
export async function sessionsOf(
  { db }: Pick<Deps, 'db'>,
  { address }: Pick<Actor, 'address'>,
  caller: Caller,
  userId: string,
): Promise<Session[]> {
  const now = new Date();
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', new Date(now.getTime() - idleLimitMs))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: browserName(row.agent),
    address: row.address,
    since: row.created_at.toISOString(),
    lastUsed: row.last_used_at.toISOString(),
    sameNetwork: row.address !== '' && row.address === address,
    current: row.id === caller.sessionId,
  }));
}

/** The time at which the caller's session ends, unused and in any case. */
export async function endOfSession(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  { sessionId }: Caller,
): Promise<Outcome<{ idleAt: string; endsAt: string }>> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'last_used_at', 'expires_at'])
    .where('id', '=', sessionId ?? '')
    .executeTakeFirst();
  if (!row) return notFound('session');
  return {
    idleAt: new Date(
      sessions.lastUse(row.id, row.last_used_at).getTime() + idleLimitMs,
    ).toISOString(),
    endsAt: row.expires_at.toISOString(),
  };
}

interface Account {
  readonly id: string;
}

/** Ends one session: here at once, in other processes within seconds. */
export const endingOne = (deps: Deps): Steps<typeof endSession, Account, string> => ({
  id: ({ id }) => id,
  lock: async (trx, { record: { id }, params: { session } }) =>
    (await openSessions(trx, id, { session }))[0] ?? notFound('session'),
  change: (trx, session) => end(deps, trx, [session]),
  answer: (trx, { record: { id }, actor, caller }) => sessionsOf({ db: trx }, actor, caller, id),
});

/**
 * Ends all but the caller's own. A person who ends all of them may have lost a phone: then no other
 * device signs tickets any more either.
 */
export const endingAll = (deps: Deps): Steps<typeof endSessions, Account, string[]> => ({
  id: ({ id }) => id,
  lock: (trx, { record: { id }, caller: { sessionId } }) =>
    openSessions(trx, id, { except: sessionId }),
  change: async (trx, sessions, { record: { id }, actor, caller: { sessionId } }) => {
    await deps.consequences.shutOut(trx, actor, { userId: id, exceptSession: sessionId });
    return sessions.length > 0 ? end(deps, trx, sessions) : [];
  },
  answer: (trx, { record: { id }, actor, caller }) => sessionsOf({ db: trx }, actor, caller, id),
});

/** The sessions of an account that can be ended: one, or all but one. */
async function openSessions(
  trx: Transaction<DB>,
  userId: string,
  { session, except = null }: { readonly session?: string; readonly except?: string | null },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date())
    .$if(session !== undefined, (query) => query.where('id', '=', session ?? ''))
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

async function end(
  { sessions: known }: Pick<Deps, 'sessions'>,
  trx: Transaction<DB>,
  sessions: readonly string[],
) {
  await trx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('id', 'in', sessions)
    .execute();
  return {
    before: { sessions: sessions.length },
    after: { sessions: 0 },
    afterwards: () => {
      for (const id of sessions) known.forget(id);
    },
  };
}
