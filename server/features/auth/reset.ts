import { createHash } from 'node:crypto';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { said } from '#contract/language.ts';
import type { forgotPassword, login, resetPassword } from '#contract/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { countAttempt, networkOf, whyNotMadeUp } from '#server/http/attempts.ts';
import type { Actor } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { type PasswordOwner, whyNotPassword } from './guessable.ts';
import { linkAddress, makeLink, voidLinks } from './links.ts';
import { by } from './open-session.ts';
import { hashPassword } from './passwords.ts';
import { sessionOrStep } from './second-step.ts';
import { hashOfLink } from './tokens.ts';

const linkExpired = new Refusal(
  400,
  'reset_expired',
  said('This link has been used or has expired. Select Forgot password to get a new one.'),
);
const resetMinutes = 30;
/** Mails to one account in ten minutes: in all, and of what one network asks for. */
const mailLimits = { inAll: 5, ofNetwork: 3 };

/**
 * Mails a link to set a new password, if there is such an account and it hasn't had too many in ten
 * minutes. One network alone can't use up an account's share.
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
  const mails = `reset mails of ${user.id}`;
  const network = networkOf(actor.address);
  if (await isOver(deps.db, `${mails} for ${network}`, mailLimits.ofNetwork)) return;
  if (await isOver(deps.db, mails, mailLimits.inAll)) return;
  const link = await deps.db.transaction().execute(async (trx) => {
    const { code, expiresAt } = await makeLink(trx, user.id, resetMinutes);
    await writeAudit(trx, actor, {
      event: 'user.reset-asked',
      record: 'user',
      id: user.id,
      before: null,
      after: { expiresAt: expiresAt.toISOString() },
    });
    return linkAddress(deps, code);
  });
  await deps.mailer.send({
    to: email,
    subject: 'Set a new Hanya password',
    text: `Hello ${user.first_name},\n\nOpen this link within ${resetMinutes} minutes to set a new password:\n\n${link}\n\nIf you did not ask for this, ignore this email. Your password stays the same.\n`,
  });
}

async function isOver(db: Deps['db'], what: string, limit: number): Promise<boolean> {
  const key = createHash('sha256').update(what).digest();
  return (await countAttempt(db, key, 600_000)).current > limit;
}

/** Sets the new password of a mailed link, once; every other session of the account ends. */
export async function resetPasswordOf(
  deps: Deps,
  actor: Actor,
  code: string,
  { password }: BodyOf<typeof resetPassword>,
): Promise<Outcome<ResponseOf<typeof login>>> {
  const owner = await ownerOfLink(deps, code);
  if (!owner) {
    if (await wasMailed(deps, code)) return linkExpired;
    const made = { what: 'reset links', address: actor.address, perMinute: 10 };
    return (await whyNotMadeUp(deps.db, made)) ?? linkExpired;
  }
  const tooEasy = whyNotPassword(password, owner);
  if (tooEasy) return tooEasy;
  const password_hash = await hashPassword(password);
  let ended: readonly string[] = [];
  const signedIn = await deps.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('password_resets')
      .set({ used_at: new Date() })
      .where('token_hash', '=', hashOfLink(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date())
      .returning('user_id')
      .executeTakeFirst();
    if (!used) return linkExpired;
    const user = await trx
      .updateTable('users')
      .set({ password_hash, own_password: true })
      .where('id', '=', used.user_id)
      .where('active', '=', true)
      .returning(['id', 'role'])
      .executeTakeFirst();
    if (!user) return linkExpired;
    await voidLinks(trx, user.id);
    ended = await deps.sessions.endAll(trx, user.id, null);
    await deps.consequences.shutOut(trx, by(actor, user.id, 'nobody'), { userId: user.id });
    await writeAudit(trx, by(actor, user.id, 'nobody'), {
      event: 'user.password-reset',
      record: 'user',
      id: user.id,
      before: { sessions: ended.length },
      after: { sessions: 0 },
    });
    return sessionOrStep(deps, trx, actor, { userId: user.id, provedBy: 'mailed link' });
  });
  for (const id of ended) deps.sessions.forget(id);
  return signedIn;
}

/** The owner of a link; undefined when it opens nothing. A later update uses it up. */
async function ownerOfLink({ db }: Deps, code: string): Promise<PasswordOwner | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['email', 'first_name as firstName', 'last_name as lastName', 'username'])
    .where('token_hash', '=', hashOfLink(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
}

/** True if there was ever such a link. */
async function wasMailed({ db }: Deps, code: string): Promise<boolean> {
  const link = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('token_hash', '=', hashOfLink(code))
    .executeTakeFirst();
  return link !== undefined;
}
