import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { said } from '#contract/language.ts';
import type { login, register } from '#contract/sign-in.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { accountRecord } from '#server/features/users/queries.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { whyNotPassword } from './guessable.ts';
import type { Guard } from './guessing.ts';
import { openSession } from './open-session.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { sessionOrStep } from './second-step.ts';
import { hasAccounts, hashOfSetup } from './setup.ts';

export { whyNotPassword } from './guessable.ts';
export { guardSignIns } from './guessing.ts';
export { linkAddress, makeLink, voidLinks } from './links.ts';
export { hashPassword } from './passwords.ts';

type SignedIn = ResponseOf<typeof register>;

const wrong = new Refusal(401, 'wrong_credentials', said('The email or the password is wrong.'));
const askAdmin = new Refusal(
  403,
  'registration_closed',
  'Only a state admin can add an account. Ask one to add yours.',
);
const wrongCode = new Refusal(
  403,
  'wrong_setup_code',
  'This set-up code is wrong. Enter the one that the server printed when it last started.',
);
const inDemo = new Refusal(
  403,
  'registration_closed',
  said('This is a demo. Sign in with one of the accounts that its sign-in page offers.'),
);
const emailTaken = new Refusal(
  409,
  'email_taken',
  'This email address already has an account. Enter another one.',
);

/** A flood of sign-ins costs the others no more than these, which take as long as their passwords. */
const signingIn = boundedQueue({ name: 'sign-ins', atOnce: 4, waiting: 40 });

/**
 * Signs in with email and password; the same refusal for a wrong password and a closed account.
 * Throws `TooBusy`, before anything is looked up or counted, when too many wait.
 */
export async function signIn(
  deps: Deps & { guard: Guard },
  actor: Actor,
  credentials: BodyOf<typeof login>,
): Promise<Outcome<ResponseOf<typeof login>>> {
  const refused = deps.guard.refusal({ email: credentials.email, address: actor.address });
  return refused ?? signingIn.run(() => checkCredentials(deps, actor, credentials));
}

async function checkCredentials(
  deps: Deps & { guard: Guard },
  actor: Actor,
  { email, password }: BodyOf<typeof login>,
): Promise<Outcome<ResponseOf<typeof login>>> {
  const user = await deps.db
    .selectFrom('users')
    .select(['id', 'password_hash', 'active', 'demo'])
    .where('email', '=', email)
    .executeTakeFirst();
  const guess = { email, userId: user?.id, address: actor.address };
  const fits = await deps.guard.check(guess, () => passwordFits(user?.password_hash, password));
  if (fits instanceof Refusal) return fits;
  if (!user || !fits || !user.active || (user.demo && !deps.config.demo)) return wrong;
  return deps.db
    .transaction()
    .execute((trx) => sessionOrStep(deps, trx, actor, { userId: user.id, provedBy: 'password' }));
}

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
    if (await hasAccounts(trx)) return askAdmin;
    // A demo prints no code.
    if (!code && deps.config.demo) return inDemo;
    if (code?.used_at !== null || code.code_hash !== hashOfSetup(body.setupCode)) return wrongCode;
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', body.email)
      .executeTakeFirst();
    if (taken) return emailTaken;
    await trx.updateTable('setup_codes').set({ used_at: new Date() }).execute();
    const id = await insertAdmin(trx, actor, { ...body, password_hash });
    return openSession(deps, trx, actor, { userId: id, provedBy: 'set-up code' });
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
