import type { Transaction } from 'kysely';
import type { login } from '#contract/auth.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { proveAgain, signInWithCode } from '#contract/second-factor.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { hasFactor, takeCode } from './factors.ts';
import { openSession } from './open-session.ts';
import { passwordFits } from './passwords.ts';
import { hashCode, oneTimeCode } from './tokens.ts';

const stepMinutes = 5;
const mostTries = 5;
/** In a quarter of an hour, over all its steps: six digits are soon guessed otherwise. */
const mostTriesOfAccount = 20;

const wrongCode = new Refusal(401, 'wrong_code', 'This code is not right, or it was used already.');
const stepOver = new Refusal(
  401,
  'step_over',
  'This took too long or too many tries. Sign in again with your password.',
);

const tooManyTries = new Refusal(
  429,
  'too_many_tries',
  'There were too many wrong codes. Wait a quarter of an hour, and change your password if they were not yours.',
);

/** Begins a session for an account whose password was right, or asks for its second factor first. */
export async function sessionOrStep(
  deps: Deps,
  trx: Transaction<DB>,
  actor: Actor,
  userId: string,
): Promise<Outcome<ResponseOf<typeof login>>> {
  if (!(await hasFactor(trx, userId))) return openSession(deps, trx, actor, userId);
  const { tries } = await trx
    .selectFrom('sign_in_steps')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('tries'), eb.lit(0)).as('tries'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(Date.now() - 15 * 60_000))
    .executeTakeFirstOrThrow();
  if (tries >= mostTriesOfAccount) return tooManyTries;
  const { code, hash } = oneTimeCode();
  const expires_at = new Date(Date.now() + stepMinutes * 60_000);
  await trx
    .insertInto('sign_in_steps')
    .values({ code_hash: hash, user_id: userId, expires_at })
    .execute();
  return { success: true, step: code };
}

/** Ends a sign-in with a code. A wrong one counts even though it is refused. */
export async function signInByCode(
  deps: Deps,
  actor: Actor,
  { step, code }: BodyOf<typeof signInWithCode>,
): Promise<Outcome<ResponseOf<typeof signInWithCode>>> {
  return deps.db.transaction().execute(async (trx) => {
    const pending = await trx
      .updateTable('sign_in_steps')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('code_hash', '=', hashCode(step))
      .where('used_at', 'is', null)
      .where('tries', '<', mostTries)
      .where('expires_at', '>', new Date())
      .returning('user_id')
      .executeTakeFirst();
    if (!pending) return stepOver;
    const user = await trx
      .selectFrom('users')
      .select(['active', 'demo'])
      .where('id', '=', pending.user_id)
      .executeTakeFirst();
    if (!user?.active || (user.demo && !deps.config.demo)) return stepOver;
    if (!(await takeCode(deps, trx, pending.user_id, code))) return wrongCode;
    await trx
      .updateTable('sign_in_steps')
      .set({ used_at: new Date() })
      .where('code_hash', '=', hashCode(step))
      .execute();
    return openSession(deps, trx, actor, pending.user_id);
  });
}

/** Notes that the caller has just proved again who they are, by code or by password. */
export async function proveCaller(
  deps: Deps,
  actor: Actor,
  { userId, sessionId }: Caller,
  { password, code }: BodyOf<typeof proveAgain>,
): Promise<Outcome<null>> {
  const own = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!own || sessionId === null) return notFound('user');
  const withCode = await hasFactor(deps.db, userId);
  if (!withCode && !(await passwordFits(own.password_hash, password)))
    return invalid('password', 'This is not your password.');
  return deps.db.transaction().execute(async (trx) => {
    const given = code.replaceAll(/\s/g, '').toLowerCase();
    if (withCode && !(await takeCode(deps, trx, userId, given)))
      return invalid('code', 'This code is not right, or it was used already.');
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
      after: { by: withCode ? 'code' : 'password' },
    });
    return null;
  });
}
