import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { forgotPassword, login, register, resetPassword } from '#contract/auth.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { Deps } from '../../app.ts';
import type { DB } from '../../db/tables.ts';
import type { Actor, Caller } from '../../http/caller.ts';
import { type Outcome, Refusal } from '../../http/refusal.ts';
import { writeAudit } from '../audit/commands.ts';
import { userToWire } from '../users/queries.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { hashCode, oneTimeCode, sessionHours } from './tokens.ts';

type SignedIn = ResponseOf<typeof login>;

const wrong = new Refusal(401, 'wrong_credentials', 'The email or the password is wrong.');
const linkExpired = new Refusal(
  400,
  'reset_expired',
  'This link was used or is too old. Ask for a new one with Forgot password.',
);
const askAdmin = new Refusal(
  403,
  'registration_closed',
  'Accounts are made by a state admin. Ask one for yours.',
);

const resetMinutes = 60;

/** Signs in with email and password; the same refusal for a wrong password and a closed account. */
export async function signIn(
  deps: Deps,
  actor: Actor,
  { email, password }: BodyOf<typeof login>,
): Promise<Outcome<SignedIn>> {
  const user = await deps.db
    .selectFrom('users')
    .select(['id', 'password_hash', 'active', 'demo'])
    .where('email', '=', email)
    .executeTakeFirst();
  const fits = await passwordFits(user?.password_hash, password);
  if (!user || !fits || !user.active || (user.demo && !deps.config.demo)) return wrong;
  return deps.db.transaction().execute((trx) => openSession(deps, trx, actor, user.id));
}

async function openSession(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  userId: string,
): Promise<SignedIn> {
  const now = new Date();
  const session = {
    id: ulid(now.getTime()),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + sessionHours * 3_600_000),
  };
  await trx.insertInto('sessions').values(session).execute();
  const row = await trx
    .updateTable('users')
    .set({ last_active: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const user = userToWire(row);
  await writeAudit(trx, by(actor, user.id, user.role), {
    event: 'user.signed-in',
    record: 'user',
    id: user.id,
    before: null,
    after: { session: session.id },
  });
  const token = await deps.tokens.sign(session.id, user, session.expires_at);
  return { success: true, token, user };
}

const by = (actor: Actor, id: string, role: Actor['role']): Actor => ({ ...actor, id, role });

/** Ends the caller's session, here at once and in other processes within seconds. */
export async function signOut(deps: Deps, actor: Actor, caller: Caller): Promise<void> {
  const session = caller.sessionId;
  if (session === null) return;
  await deps.db.transaction().execute(async (trx) => {
    const ended_at = new Date();
    await trx
      .updateTable('sessions')
      .set({ ended_at })
      .where('id', '=', session)
      .where('ended_at', 'is', null)
      .execute();
    await writeAudit(trx, actor, {
      event: 'user.signed-out',
      record: 'user',
      id: caller.userId,
      before: { session, ended: false },
      after: { session, ended: true },
    });
  });
  deps.sessions.forget(session);
}

/** Makes the first state admin of an empty installation, once, against the printed set-up code. */
export async function registerFirstAdmin(
  deps: Deps,
  actor: Actor,
  body: BodyOf<typeof register>,
): Promise<Outcome<SignedIn>> {
  const password_hash = await hashPassword(body.password);
  return deps.db.transaction().execute(async (trx) => {
    const code = await trx.selectFrom('setup_codes').selectAll().forUpdate().executeTakeFirst();
    if (code?.used_at !== null || code.code_hash !== hashCode(body.setupCode)) return askAdmin;
    await trx.updateTable('setup_codes').set({ used_at: new Date() }).execute();
    const id = await insertAdmin(trx, actor, { ...body, password_hash });
    return openSession(deps, trx, actor, id);
  });
}

/** Writes a new state admin and its audit row; answers the id. */
export async function insertAdmin(
  trx: Transaction<DB>,
  actor: Actor,
  admin: Pick<BodyOf<typeof register>, 'email' | 'firstName' | 'lastName' | 'state'> & {
    password_hash: string;
  },
): Promise<string> {
  const row = await trx
    .insertInto('users')
    .values({
      id: ulid(),
      email: admin.email,
      password_hash: admin.password_hash,
      first_name: admin.firstName,
      last_name: admin.lastName,
      username: admin.email.split('@')[0] ?? '',
      role: 'state admin',
      state: admin.state,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeAudit(trx, actor, {
    event: 'user.registered',
    record: 'user',
    id: row.id,
    before: null,
    after: userToWire(row),
  });
  return row.id;
}

/** Mails a link to set a new password. Whether the address has an account stays unsaid. */
export async function askReset(
  deps: Deps,
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
  // Not awaited: how long a mail takes would tell whether the account exists.
  void deps.mailer
    .send({
      to: email,
      subject: 'Set a new password for Hanya',
      text: `Hello ${user.first_name},\n\nOpen this link within an hour to set a new password:\n\n${link}\n\nIf you did not ask for it, leave it alone: your password stays as it is.\n`,
    })
    .catch((error: unknown) => deps.log.error(error, 'a reset mail could not be sent'));
}

/** Sets the new password of a mailed link, once; every other session of the account ends. */
export async function resetPasswordOf(
  deps: Deps,
  actor: Actor,
  code: string,
  { password }: BodyOf<typeof resetPassword>,
): Promise<Outcome<SignedIn>> {
  const password_hash = await hashPassword(password);
  return deps.db.transaction().execute(async (trx) => {
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
    const ended = await endSessions(deps, trx, user.id);
    await writeAudit(trx, by(actor, user.id, 'nobody'), {
      event: 'user.password-reset',
      record: 'user',
      id: user.id,
      before: { sessions: ended },
      after: { sessions: 0 },
    });
    return openSession(deps, trx, actor, user.id);
  });
}

async function endSessions(deps: Deps, trx: Transaction<DB>, userId: string): Promise<number> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of ended) deps.sessions.forget(id);
  return ended.length;
}
