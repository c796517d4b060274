import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { forgotPassword, login, resetPassword } from '#contract/auth.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { countAttempt } from '#server/http/attempts.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { by, openSession } from './commands.ts';
import { hashPassword } from './passwords.ts';
import { hashCode, oneTimeCode } from './tokens.ts';

const linkExpired = new Refusal(
  400,
  'reset_expired',
  'This link was used or is too old. Ask for a new one with Forgot password.',
);
const resetMinutes = 60;
/** In ten minutes. */
const mailLimit = 5;

/**
 * Mails a link to set a new password, if there is such an account and it hasn't had five of them in
 * the last ten minutes.
 */
export async function askReset(
  deps: Pick<Deps, 'db' | 'mailer'> & {
    readonly config: Pick<Deps['config'], 'demo' | 'publicUrl'>;
  },
  actor: Actor,
  { email }: BodyOf<typeof forgotPassword>,
): Promise<void> {
  const user = await deps.db
    .selectFrom('users')
    .select(['id', 'first_name', 'demo'])
    .where('email', '=', email)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!user || (user.demo && !deps.config.demo)) return;
  const mails = createHash('sha256').update(`reset mails of ${user.id}`).digest();
  const { current } = await countAttempt(deps.db, mails, 600_000);
  if (current > mailLimit) return;
  const { code, hash } = oneTimeCode();
  await deps.db.transaction().execute(async (trx) => {
    const expires_at = new Date(Date.now() + resetMinutes * 60_000);
    await trx
      .insertInto('password_resets')
      .values({ token_hash: hash, user_id: user.id, expires_at })
      .execute();
    await writeAudit(trx, actor, {
      event: 'user.reset-asked',
      record: 'user',
      id: user.id,
      before: null,
      after: { expiresAt: expires_at.toISOString() },
    });
  });
  const link = `${deps.config.publicUrl}/resetpassword#${code}`;
  await deps.mailer.send({
    to: email,
    subject: 'Set a new password for Hanya',
    text: `Hello ${user.first_name},\n\nOpen this link within an hour to set a new password:\n\n${link}\n\nIf you did not ask for it, leave it alone: your password stays as it is.\n`,
  });
}

/** Sets the new password of a mailed link, once; every other session of the account ends. */
export async function resetPasswordOf(
  deps: Deps,
  actor: Actor,
  code: string,
  { password }: BodyOf<typeof resetPassword>,
): Promise<Outcome<ResponseOf<typeof login>>> {
  const password_hash = await hashPassword(password);
  let ended: readonly string[] = [];
  const signedIn = await deps.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('password_resets')
      .set({ used_at: new Date() })
      .where('token_hash', '=', hashCode(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date())
      .returning('user_id')
      .executeTakeFirst();
    if (!used) return linkExpired;
    const user = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', used.user_id)
      .where('active', '=', true)
      .returning(['id', 'role'])
      .executeTakeFirst();
    if (!user) return linkExpired;
    await voidOtherLinks(trx, user.id);
    ended = await deps.sessions.endAll(trx, user.id, null);
    await writeAudit(trx, by(actor, user.id, 'nobody'), {
      event: 'user.password-reset',
      record: 'user',
      id: user.id,
      before: { sessions: ended.length },
      after: { sessions: 0 },
    });
    return openSession(deps, trx, actor, user.id);
  });
  for (const id of ended) deps.sessions.forget(id);
  return signedIn;
}

/** A link that was mailed before the password changed must not change it again. */
async function voidOtherLinks(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
