import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { tellOwner } from './owner-mail.ts';
import { oneTimeCode } from './tokens.ts';

/** An account's wrong answers in a quarter of an hour, since six digits are soon guessed. */
const mostTriesOfAccount = 20;

export const tooManyTries = new Refusal(
  429,
  'too_many_tries',
  'There were too many wrong codes. Wait 15 minutes. If you did not enter them, change your password.',
);

const sessionEnded = new Refusal(
  401,
  'too_many_tries',
  'There were too many wrong passwords or codes, so this session has ended. Sign in again. If you did not enter them, change your password.',
);

/** The wrong answers of an account in the last quarter of an hour, at sign-in and after it. */
async function triesOf(trx: Transaction<DB>, userId: string): Promise<number> {
  const { tries } = await trx
    .selectFrom('sign_in_steps')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('tries'), eb.lit(0)).as('tries'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(Date.now() - 15 * 60_000))
    .executeTakeFirstOrThrow();
  return tries;
}

export const hasTriedTooOften = async (trx: Transaction<DB>, userId: string): Promise<boolean> =>
  (await triesOf(trx, userId)) >= mostTriesOfAccount;

/** The same once the answer in question is itself among those counted. */
export const isBeyondTries = async (trx: Transaction<DB>, userId: string): Promise<boolean> =>
  (await triesOf(trx, userId)) > mostTriesOfAccount;

/**
 * Takes the answer by which the caller proves who they are: `check` refuses a wrong one. Wrong answers
 * count with those of sign-ins. The twentieth ends the session, and its owner gets a mail.
 */
export async function takeProof(
  deps: Pick<Deps, 'db' | 'sessions' | 'mailer' | 'log'>,
  actor: Actor,
  { userId, sessionId }: Caller,
  check: (trx: Transaction<DB>) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const refusal = await deps.db.transaction().execute(async (trx) => {
    // Calls of one account take turns, so that each counts the answers before it.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    if (await hasTriedTooOften(trx, userId)) return tooManyTries;
    const wrong = await check(trx);
    if (!wrong) return null;
    await trx
      .insertInto('sign_in_steps')
      // A step that nobody can take: its code is thrown away.
      .values({ code_hash: oneTimeCode().hash, user_id: userId, tries: 1, expires_at: new Date() })
      .execute();
    if (!(await hasTriedTooOften(trx, userId))) return wrong;
    await trx
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('id', '=', sessionId ?? '')
      .execute();
    await writeAudit(trx, actor, {
      event: 'user.sessions-ended',
      record: 'user',
      id: userId,
      before: { sessions: 1 },
      after: { sessions: 0 },
    });
    return sessionEnded;
  });
  if (refusal !== sessionEnded) return refusal;
  if (sessionId !== null) deps.sessions.forget(sessionId);
  tellOwner(deps, userId, {
    subject: 'Somebody may be trying to get into your Hanya account',
    text: 'Somebody entered twenty wrong codes or passwords in a session of your account, so Hanya ended the session.\n\nIf this was not you, select Forgot password on the sign-in page at once, and tell a state admin.',
  });
  return refusal;
}
