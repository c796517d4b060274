import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { login, register } from '#contract/auth.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { accountRecord, pictureAddresses, userToWire } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { whyNotPassword } from './guessable.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { hasAccounts } from './setup.ts';
import { hashCode, sessionHours } from './tokens.ts';

export { whyNotPassword } from './guessable.ts';
export { linkAddress, makeLink } from './links.ts';
export { hashPassword } from './passwords.ts';

type SignedIn = ResponseOf<typeof login>;

const wrong = new Refusal(401, 'wrong_credentials', 'The email or the password is wrong.');
const askAdmin = new Refusal(
  403,
  'registration_closed',
  'Accounts are made by a state admin. Ask one for yours.',
);
const emailTaken = new Refusal(
  409,
  'email_taken',
  'This email address has an account already. Use another one.',
);

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

/** Begins a session for an account whose owner has just proved their identity. */
export async function openSession(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  userId: string,
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
    .set({ last_active: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const user = userToWire(row, pictureAddresses(deps));
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

export const by = (actor: Actor, id: string, role: Actor['role']): Actor => ({
  ...actor,
  id,
  role,
});

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
  const tooEasy = whyNotPassword(body.password, body);
  if (tooEasy) return tooEasy;
  const password_hash = await hashPassword(body.password);
  return deps.db.transaction().execute(async (trx) => {
    const code = await trx.selectFrom('setup_codes').selectAll().forUpdate().executeTakeFirst();
    if (code?.used_at !== null || code.code_hash !== hashCode(body.setupCode)) return askAdmin;
    if (await hasAccounts(trx)) return askAdmin;
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', body.email)
      .executeTakeFirst();
    if (taken) return emailTaken;
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
    after: accountRecord(row),
  });
  return row.id;
}
