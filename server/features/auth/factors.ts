import type { Transaction } from 'kysely';
import type { Factors, takeFactors } from '#contract/second-factor.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { hasFactor, type Held, heldFactors, isFactorRequired } from './held-factors.ts';
import { tellOwner } from './owner-mail.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';

const noFactor = new Refusal(409, 'factor_missing', 'This account has no second factor.');

const mustKeepOne = new Refusal(
  409,
  'factor_required',
  'Your role requires a second factor. Add another one before you remove this one.',
);

const ownFactors = new Refusal(
  409,
  'own_factors',
  'Remove your own second factor on the Security page.',
);

/** The factors of an account, for its owner. */
export async function factorsOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<Factors> {
  const [{ app }, passkeys, { left }, required] = await Promise.all([
    heldFactors(db, userId),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    isFactorRequired(db, userId),
  ]);
  return {
    app,
    passkeys: passkeys.map((row) => ({
      id: row.id,
      name: row.name,
      addedAt: row.created_at.toISOString(),
      usedAt: row.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodes: left,
    required,
    takesPasskeys: relyingParty(config.publicUrl) !== null,
  };
}

/** The factors of an account before a change of them; changes of one account take turns. */
export async function lockFactors(trx: Transaction<DB>, userId: string): Promise<Held> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return heldFactors(trx, userId);
}

/** Audits a new factor. The first of an account comes with recovery codes, which are returned. */
export async function addedFactor(
  deps: Pick<Deps, 'secretBox'>,
  trx: Transaction<DB>,
  actor: Actor,
  { userId, had, factor }: { userId: string; had: Held; factor: string },
): Promise<string[]> {
  const codes = hasFactor(had) ? [] : await makeRecoveryCodes(deps, trx, userId);
  await writeAudit(trx, actor, {
    event: 'user.factor-added',
    record: 'user',
    id: userId,
    before: null,
    after: { factor, recoveryCodes: codes.length },
  });
  return codes;
}

/** The refusal of removing an account's last factor where its role must have one; else null. */
export const whyNotRemoved = async (
  trx: Transaction<DB>,
  userId: string,
  isLast: boolean,
): Promise<Refusal | null> =>
  isLast && (await isFactorRequired(trx, userId)) ? mustKeepOne : null;

/** A factor that is about to go. */
export interface Removed {
  readonly userId: string;
  readonly factor: string;
  readonly isLast: boolean;
}

/** Removes the recovery codes with the last factor, and mails the owner afterwards. */
export async function removedFactor(
  deps: Deps,
  trx: Transaction<DB>,
  caller: Caller,
  { factor, isLast }: Removed,
) {
  if (isLast) await trx.deleteFrom('recovery_codes').where('user_id', '=', caller.userId).execute();
  const afterwards = () => tellOfFactor(deps, caller, factor, 'removed');
  return { before: { factor }, after: null, afterwards };
}

/** Mails the owner, who must hear if somebody else knows the password and changes a factor. */
export function tellOfFactor(
  deps: Deps,
  { userId }: Caller,
  factor: string,
  what: 'added' | 'removed',
): void {
  tellOwner(deps, userId, {
    subject: `A second factor was ${what}: ${factor}`,
    text: `The ${factor} was ${what} as a second factor of your Hanya account.\n\nIf this was not you, select Forgot password on the sign-in page at once, and tell a state admin.`,
  });
}

/** New recovery codes in place of the others. */
export async function renewCodes(
  deps: Deps,
  actor: Actor,
  { userId }: Caller,
): Promise<Outcome<string[]>> {
  return deps.db.transaction().execute(async (trx) => {
    if (!hasFactor(await lockFactors(trx, userId))) return noFactor;
    const codes = await makeRecoveryCodes(deps, trx, userId);
    await writeAudit(trx, actor, {
      event: 'user.recovery-codes-made',
      record: 'user',
      id: userId,
      before: null,
      after: { recoveryCodes: codes.length },
    });
    return codes;
  });
}

/** Removes every second factor of an account, and ends its sessions. */
export const takingFactors = (
  deps: Deps,
): Steps<typeof takeFactors, { readonly id: string }, Held> => ({
  id: ({ id }) => id,
  lock: (trx, { record: { id }, caller }) =>
    id === caller.userId ? Promise.resolve(ownFactors) : lockFactors(trx, id),
  rule: (had) => (hasFactor(had) ? null : noFactor),
  change: async (trx, had, { record: { id }, actor, caller }) => {
    for (const table of ['totp_keys', 'passkeys', 'recovery_codes'] as const)
      await trx.deleteFrom(table).where('user_id', '=', id).execute();
    const sessions = await deps.sessions.endAll(trx, id, null);
    await deps.consequences.shutOut(trx, actor, { userId: id });
    return {
      before: { app: had.app, passkeys: had.passkeys, sessions: sessions.length },
      after: { app: false, passkeys: 0, sessions: 0 },
      afterwards: () => {
        for (const session of sessions) deps.sessions.forget(session);
        tellOwner(deps, id, {
          subject: 'Your second factor was removed',
          text: `${caller.name} has removed the second factor of your Hanya account, and your sessions have ended. You can now sign in with your password alone. Sign in, and set up a new second factor on the Security page.\n\nIf you did not ask for this, tell another state admin at once.`,
        });
      },
    };
  },
  answer: () => Promise.resolve(null),
});
