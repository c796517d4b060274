import type { Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { addApp, removeApp } from '#contract/second-factor.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { qrCode } from '#server/qr-code.ts';
import {
  addedFactor,
  factorsOf,
  lockFactors,
  type Removed,
  removedFactor,
  tellOfFactor,
  whyNotRemoved,
} from './factors.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import type { SecretBox } from './secret-box.ts';

const factor = 'authenticator app';

const alreadyOn = new Refusal(
  409,
  'factor_exists',
  'You have already set up an authenticator app. Remove it first.',
);
const notBegun = new Refusal(409, 'factor_missing', 'Scan the QR code again.');
const wrongCode = invalid('code', 'This code is wrong. Enter the one that the app shows now.');

/** Makes the key of an authenticator app in place of one that was never confirmed. */
export async function beginApp(
  deps: Deps,
  actor: Actor,
  { userId }: Caller,
): Promise<Outcome<ResponseOf<typeof addApp>['data']>> {
  const secret = new Secret({ size: 20 }).base32;
  return deps.db.transaction().execute(async (trx) => {
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const written = await trx
      .insertInto('totp_keys')
      .values({ user_id: userId, secret: deps.secretBox.close(secret) })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet((eb) => ({ secret: eb.ref('excluded.secret') }))
          .where('totp_keys.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!written) return alreadyOn;
    await writeAudit(trx, actor, {
      event: 'user.factor-begun',
      record: 'user',
      id: userId,
      before: null,
      after: { factor },
    });
    const address = totpOf(secret, email).toString();
    return { secret, address, qr: qrCode(address) };
  });
}

/** Turns the app on with its first code, and answers the recovery codes of a first factor. */
export async function confirmAppOf(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  code: string,
): Promise<Outcome<string[]>> {
  const { userId } = caller;
  const codes = await deps.db.transaction().execute(async (trx) => {
    const had = await lockFactors(trx, userId);
    const key = await lockKey(trx, userId);
    if (!key) return notBegun;
    if (had.app) return alreadyOn;
    const step = stepOf(deps.secretBox, key, code);
    if (step === null) return wrongCode;
    await trx
      .updateTable('totp_keys')
      .set({ confirmed_at: new Date(), last_step: step })
      .where('user_id', '=', userId)
      .execute();
    return addedFactor(deps, trx, actor, { userId, had, factor });
  });
  if (!(codes instanceof Refusal)) tellOfFactor(deps, caller, factor, 'added');
  return codes;
}

/** Turns the app off. 409 when it is the last factor and the role must have one. */
export const removingApp = (deps: Deps): Steps<typeof removeApp, undefined, Removed> => ({
  id: (_none, { userId }) => userId,
  lock: async (trx, { caller: { userId } }) => {
    const had = await lockFactors(trx, userId);
    if (!(await lockKey(trx, userId))) return notBegun;
    return { userId, factor, isLast: had.app && had.passkeys === 0 };
  },
  rule: ({ userId, isLast }, _call, trx) => whyNotRemoved(trx, userId, isLast),
  change: async (trx, removed, { caller }) => {
    const gone = await removedFactor(deps, trx, caller, removed);
    await trx.deleteFrom('totp_keys').where('user_id', '=', removed.userId).execute();
    return gone;
  },
  answer: (trx, _call, { userId }) => factorsOf({ ...deps, db: trx }, userId),
});

/**
 * True if the account's app shows this code, which is used up with it: of concurrent calls with one
 * code, one succeeds.
 */
export async function takeAppCode(
  { secretBox }: Pick<Deps, 'secretBox'>,
  trx: Transaction<DB>,
  userId: string,
  code: string,
): Promise<boolean> {
  const key = await lockKey(trx, userId);
  if (!key || key.confirmed_at === null) return false;
  const step = stepOf(secretBox, key, code);
  if (step === null || step <= key.last_step) return false;
  await trx
    .updateTable('totp_keys')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

/**
 * Encrypts keys of apps and recovery codes anew that an earlier secret encrypted, so that this
 * secret can be dropped. Answers how many.
 */
export async function renewEncrypted({
  db,
  secretBox,
}: Pick<Deps, 'db' | 'secretBox'>): Promise<number> {
  return (await renewKeys(db, secretBox)) + (await renewRecoveryCodes(db, secretBox));
}

async function renewKeys(db: Deps['db'], secretBox: SecretBox): Promise<number> {
  const keys = await db.selectFrom('totp_keys').select(['user_id', 'secret']).execute();
  let renewed = 0;
  for (const { user_id, secret } of keys) {
    const key = secretBox.isOfEarlier(secret) ? secretBox.open(secret) : null;
    if (key === null) continue;
    const { numUpdatedRows } = await db
      .updateTable('totp_keys')
      .set({ secret: secretBox.close(key) })
      .where('user_id', '=', user_id)
      // Another process may have done it, or the owner may have begun anew.
      .where('secret', '=', secret)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

interface Key {
  readonly secret: string;
}

function lockKey(trx: Transaction<DB>, userId: string) {
  return trx
    .selectFrom('totp_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Hanya', label, secret: Secret.fromBase32(secret) });

/** The half minute that a code of the app is of; a clock may be half a minute off. */
function stepOf(secretBox: SecretBox, key: Key, code: string): number | null {
  // Six other signs may be more than six bytes, which can't be compared.
  if (!/^\d{6}$/.test(code)) return null;
  const secret = secretBox.open(key.secret);
  if (secret === null) return null;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, window: 1 });
  return delta === null ? null : totp.counter() + delta;
}
