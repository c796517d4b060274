import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { SignedIn } from '#contract/sign-in.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { pictureAddresses, userToWire } from '#server/features/users/queries.ts';
import type { Actor } from '#server/http/caller.ts';
import { sessionHours } from './tokens.ts';

/** The last proof of a sign-in. */
export type SignInBy =
  | 'set-up code'
  | 'password'
  | 'mailed link'
  | 'authenticator app'
  | 'recovery code'
  | 'passkey';

/** Begins a session for an account whose owner has just proved their identity. */
export async function openSession(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  { userId, provedBy }: { userId: string; provedBy: SignInBy },
): Promise<SignedIn> {
  const now = new Date();
  const session = {
    id: ulid(now.getTime()),
    user_id: userId,
    agent: (actor.agent ?? '').slice(0, 300),
    address: actor.address,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + sessionHours * 3_600_000),
  };
  await trx.insertInto('sessions').values(session).execute();
  const row = await trx
    .updateTable('users')
    .set({ last_active: now, factor_reset_asked_at: null })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const user = userToWire(row, pictureAddresses(deps));
  await writeAudit(trx, by(actor, user.id, user.role), {
    event: 'user.signed-in',
    record: 'user',
    id: user.id,
    before: null,
    after: { session: session.id, by: provedBy },
  });
  const token = await deps.tokens.sign(session.id, user, session.expires_at);
  return { success: true, token, user };
}

export const by = (actor: Actor, id: string, role: Actor['role']): Actor => ({
  ...actor,
  id,
  role,
});
