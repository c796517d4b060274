import type { BodyOf } from '#contract/endpoint.ts';
import type { changePassword } from '#contract/security.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { whyNotPassword } from './guessable.ts';
import { voidLinks } from './links.ts';
import { tellOwner } from './owner-mail.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { takeProof } from './wrong-proofs.ts';

const wrongCurrent = invalid('current', 'This is not your current password.');

const samePassword = invalid(
  'password',
  'Enter a password that is different from your current one.',
);

const byLinkOnly = new Refusal(
  403,
  'first_password',
  'Somebody else set your password, so you can change it only with an emailed link. Open the link in your email, or select Forgot password on the sign-in page.',
);

/** Changes the caller's own password. Of two calls at once with the same old password, one succeeds. */
export async function changeOwnPassword(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { current, password }: BodyOf<typeof changePassword>,
): Promise<Outcome<null>> {
  const own = await deps.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'username', 'password_hash', 'own_password'])
    .where('id', '=', caller.userId)
    .executeTakeFirst();
  if (!own) return notFound('user');
  if (!own.own_password) return byLinkOnly;
  const isWrong = !(await passwordFits(own.password_hash, current));
  const refusal = await takeProof(deps, actor, caller, () =>
    Promise.resolve(isWrong ? wrongCurrent : null),
  );
  if (refusal) return refusal;
  if (password === current) return samePassword;
  const owner = { ...own, firstName: own.first_name, lastName: own.last_name };
  const tooEasy = whyNotPassword(password, owner);
  if (tooEasy) return tooEasy;
  const password_hash = await hashPassword(password);
  const ended = await deps.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', caller.userId)
      .where('password_hash', '=', own.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return null;
    await voidLinks(trx, caller.userId);
    const { userId, sessionId } = caller;
    const others = await deps.sessions.endAll(trx, userId, sessionId);
    await deps.consequences.shutOut(trx, actor, { userId, exceptSession: sessionId });
    await writeAudit(trx, actor, {
      event: 'user.password-changed',
      record: 'user',
      id: caller.userId,
      before: { sessions: others.length },
      after: { sessions: 0 },
    });
    return others;
  });
  if (ended === null) return wrongCurrent;
  for (const id of ended) deps.sessions.forget(id);
  tellOwner(deps, caller.userId, {
    subject: 'Your Hanya password was changed',
    text: 'The password of your Hanya account was changed, and your other sessions have ended.\n\nIf this was not you, select Forgot password on the sign-in page at once, and tell a state admin.',
  });
  return null;
}
