import { sql, type Transaction } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { spellingKey } from '#contract/folding.ts';
import { said } from '#contract/language.ts';
import { roleSchema } from '#contract/roles.ts';
import type {
  askFactorReset,
  proveAgain,
  signInWithCode,
  signInWithPasskey,
} from '#contract/second-factor.ts';
import type { login, SignedIn } from '#contract/sign-in.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotMadeUp } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { takeAppCode } from './authenticator-app.ts';
import { hasFactor, heldFactors } from './held-factors.ts';
import { by, openSession, type SignInBy } from './open-session.ts';
import { tellOwner } from './owner-mail.ts';
import { assertionOptions, takeAssertion, takeChallenge } from './passkeys.ts';
import { passwordFits } from './passwords.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { hashCode, oneTimeCode } from './tokens.ts';
import { hasTriedTooOften, isBeyondTries, takeProof, tooManyTries } from './wrong-proofs.ts';

const stepMinutes = 5;
const mostTries = 5;
/** A minute and network: only somebody who guesses makes up steps. */
const madeUpSteps = 60;

const wrongCode = new Refusal(
  401,
  'wrong_code',
  said('This code is wrong or has already been used. Enter a new code.'),
);
const wrongPasskey = new Refusal(
  401,
  'wrong_passkey',
  said('This passkey was not accepted. Sign in again, or use a code.'),
);
const stepOver = new Refusal(
  401,
  'step_over',
  said('This took too long or too many attempts. Sign in again with your password.'),
);

/** Begins a session for an account whose password or link was right, or asks for its second factor first. */
export async function sessionOrStep(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  { userId, provedBy }: { userId: string; provedBy: 'password' | 'mailed link' },
): Promise<Outcome<ResponseOf<typeof login>>> {
  const held = await heldFactors(trx, userId);
  if (!hasFactor(held)) return openSession(deps, trx, actor, { userId, provedBy });
  if (await hasTriedTooOften(trx, userId)) return tooManyTries;
  const { code, hash } = oneTimeCode();
  const passkey = await assertionOptions(deps, trx, userId);
  await trx
    .insertInto('sign_in_steps')
    .values({
      code_hash: hash,
      user_id: userId,
      challenge: passkey?.challenge ?? null,
      expires_at: new Date(Date.now() + stepMinutes * 60_000),
    })
    .execute();
  return { success: true, step: code, app: held.app, passkey };
}

/** Ends a sign-in with a code. A wrong one counts even though it is refused. */
export const signInByCode = (
  deps: Deps,
  actor: Actor,
  { step, code }: BodyOf<typeof signInWithCode>,
): Promise<Outcome<SignedIn>> =>
  endStep(
    deps,
    actor,
    step,
    async (trx, { user_id }) => (await takeCode(deps, trx, user_id, code)) ?? wrongCode,
  );

/** Ends a sign-in with a passkey, which answers its challenge once. */
export const signInByPasskey = (
  deps: Deps,
  actor: Actor,
  { step, passkey }: BodyOf<typeof signInWithPasskey>,
): Promise<Outcome<SignedIn>> =>
  endStep(deps, actor, step, async (trx, { user_id, challenge }) => {
    await trx
      .updateTable('sign_in_steps')
      .set({ challenge: null })
      .where('code_hash', '=', hashCode(step))
      .execute();
    const isOwner = await takeAssertion(deps, trx, user_id, challenge, passkey);
    return isOwner ? 'passkey' : wrongPasskey;
  });

interface Pending {
  readonly user_id: string;
  readonly challenge: string | null;
}

/** Nothing waits under this name: it is over, or was made up. */
const noStep = new Refusal(401, 'step_over', stepOver.error);

/** Begins the session of a sign-in that waits, unless `take` finds its answer wrong. */
const endStep = (
  deps: Deps,
  actor: Actor,
  step: string,
  take: (trx: Transaction<DB>, pending: Pending) => Promise<Outcome<SignInBy>>,
): Promise<Outcome<SignedIn>> =>
  tryStep(deps, actor, step, async (trx, pending) => {
    const provedBy = await take(trx, pending);
    if (provedBy instanceof Refusal) return provedBy;
    await trx
      .updateTable('sign_in_steps')
      .set({ used_at: new Date() })
      .where('code_hash', '=', hashCode(step))
      .execute();
    return openSession(deps, trx, actor, { userId: pending.user_id, provedBy });
  });

/** Does `take` with a sign-in that waits, as one of its tries; its account is locked. */
async function tryStep<T>(
  deps: Deps,
  actor: Actor,
  step: string,
  take: (trx: Transaction<DB>, pending: Pending) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const pending = await trx
      .updateTable('sign_in_steps')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('code_hash', '=', hashCode(step))
      .where('used_at', 'is', null)
      .where('tries', '<', mostTries)
      .where('expires_at', '>', new Date())
      .returning(['user_id', 'challenge'])
      .executeTakeFirst();
    if (!pending) return noStep;
    const user = await trx
      .selectFrom('users')
      .select(['active', 'demo'])
      .where('id', '=', pending.user_id)
      // Of many steps that are answered at once, each counts the tries of those before it.
      .forUpdate()
      .executeTakeFirst();
    if (await isBeyondTries(trx, pending.user_id)) return tooManyTries;
    if (!user?.active || (user.demo && !deps.config.demo)) return stepOver;
    return take(trx, pending);
  });
  if (outcome !== noStep) return outcome;
  const known = await deps.db
    .selectFrom('sign_in_steps')
    .select('code_hash')
    .where('code_hash', '=', hashCode(step))
    .executeTakeFirst();
  if (known) return stepOver;
  // A waiting step has its own tries: somebody who makes steps up stops nobody behind the same
  // address.
  const made = { what: 'sign-in steps', address: actor.address, perMinute: madeUpSteps };
  return (await whyNotMadeUp(deps.db, made)) ?? stepOver;
}

/** Notes once that an account's factor is lost, for those who may take it away, and tells its owner. */
export async function askForFactorReset(
  deps: Deps,
  actor: Actor,
  { step }: BodyOf<typeof askFactorReset>,
): Promise<Outcome<null>> {
  const userId = await tryStep(deps, actor, step, async (trx, { user_id: id }) => {
    const askedAt = new Date();
    const asks = await trx
      .updateTable('users')
      .set({ factor_reset_asked_at: askedAt })
      .where('id', '=', id)
      .where(sql<boolean>`factor_reset_asked_at > now() - interval '7 days' is not true`)
      .returning('role')
      .executeTakeFirst();
    if (!asks) return null;
    await writeAudit(trx, by(actor, id, roleSchema.parse(asks.role)), {
      event: 'user.factor-reset-asked',
      record: 'user',
      id,
      before: null,
      after: { askedAt: askedAt.toISOString() },
    });
    return id;
  });
  if (userId instanceof Refusal || userId === null) return userId;
  tellOwner(deps, userId, {
    subject: 'Your second factor was reported lost',
    text: 'Somebody signed in with your Hanya password and reported that your second factor is lost. They asked a state admin to remove it. Nothing has changed yet.\n\nIf this was not you, select Forgot password on the sign-in page at once, and tell a state admin.',
  });
  return null;
}

/** The proof that a code is for the owner of an account; null when it is none. */
async function takeCode(
  deps: Deps,
  trx: Transaction<DB>,
  userId: string,
  code: string,
): Promise<'authenticator app' | 'recovery code' | null> {
  if (await takeAppCode(deps, trx, userId, code)) return 'authenticator app';
  return (await takeRecoveryCode(deps, trx, userId, code)) ? 'recovery code' : null;
}

/** Notes that the caller has just proved again who they are: by code, passkey or password. */
export async function proveCaller(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { password, code, passkey }: BodyOf<typeof proveAgain>,
): Promise<Outcome<null>> {
  const { userId, sessionId } = caller;
  const own = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!own || sessionId === null) return notFound('user');
  const by = !hasFactor(await heldFactors(deps.db, userId))
    ? 'password'
    : passkey
      ? 'passkey'
      : 'code';
  const wrongPassword = by === 'password' && !(await passwordFits(own.password_hash, password));
  return takeProof(deps, actor, caller, async (trx) => {
    if (wrongPassword) return invalid('password', 'This is not your password.');
    const given = spellingKey(code);
    if (by === 'code' && !(await takeCode(deps, trx, userId, given)))
      return invalid('code', 'This code is wrong or has already been used. Enter a new code.');
    if (by === 'passkey' && passkey) {
      const challenge = await takeChallenge(trx, sessionId, 'prove');
      if (!(await takeAssertion(deps, trx, userId, challenge, passkey)))
        return invalid('passkey', wrongPasskey.error);
    }
    await trx
      .updateTable('sessions')
      .set({ proved_at: new Date() })
      .where('id', '=', sessionId)
      .execute();
    await writeAudit(trx, actor, {
      event: 'user.proved',
      record: 'user',
      id: userId,
      before: null,
      after: { by },
    });
    return null;
  });
}
