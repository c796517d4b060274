import type { Session } from '#contract/security.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { revokeDevices } from '#server/features/devices/commands.ts';
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

interface Which {
  readonly userId: string;
  /** One of them; without it all but the caller's own. */
  readonly session?: string;
}

/**
 * Ends sessions of an account: here at once, in other processes within seconds. A person who ends
 * all of them may have lost a phone: then no other device signs tickets any more either.
 */
export async function endSessionsOf(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { userId, session }: Which,
): Promise<Outcome<Session[]>> {
  const ended = await deps.db.transaction().execute(async (trx) => {
    const rows = await trx
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date())
      .$if(session !== undefined, (query) => query.where('id', '=', session ?? ''))
      .$if(session === undefined && caller.sessionId !== null, (query) =>
        query.where('id', '!=', caller.sessionId),
      )
      .returning('id')
      .execute();
    if (rows.length > 0)
      await writeAudit(trx, actor, {
        event: 'user.sessions-ended',
        record: 'user',
        id: userId,
        before: { sessions: rows.length },
        after: { sessions: 0 },
      });
    if (session === undefined)
      await revokeDevices(trx, actor, { userId, exceptSession: caller.sessionId });
    return rows.map(({ id }) => id);
  });
  if (session !== undefined && ended.length === 0) return notFound('session');
  for (const id of ended) deps.sessions.forget(id);
  return sessionsOf(deps, actor, caller, userId);
}
