import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import qrcode from 'qrcode';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { addApp, Factors } from '#contract/second-factor.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { SecretBox } from './secret-box.ts';
import { hashCode } from './tokens.ts';

const recoveryCodesGiven = 10;
/** Neither l, o, 0 nor 1, which are mistaken for one another on paper. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

const alreadyOn = new Refusal(
  409,
  'factor_exists',
  'An authenticator app is set up already. Remove it first.',
);
const notBegun = new Refusal(409, 'factor_missing', 'Begin with the QR code again.');
const wrongCode = invalid('code', 'This code is not right. Enter the one that the app shows now.');

export async function factorsOf(db: Kysely<DB>, userId: string): Promise<Factors> {
  const [app, { left }] = await Promise.all([
    hasFactor(db, userId),
    db
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { app, recoveryCodes: left };
}

/** Whether a second factor is asked for when this account signs in. */
export async function hasFactor(db: Kysely<DB>, userId: string): Promise<boolean> {
  const key = await db
    .selectFrom('totp_keys')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return key !== undefined;
}

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
      after: { factor: 'authenticator app' },
    });
    const address = totpOf(secret, email).toString();
    return { secret, address, qr: drawn(address) };
  });
}

/** Turns the app on with its first code, and answers the recovery codes. */
export async function confirmAppOf(
  deps: Deps,
  actor: Actor,
  { userId }: Caller,
  code: string,
): Promise<Outcome<string[]>> {
  return deps.db.transaction().execute(async (trx) => {
    const key = await lockKey(trx, userId);
    if (!key) return notBegun;
    if (key.confirmed_at !== null) return alreadyOn;
    const step = stepOf(deps.secretBox, key, code);
    if (step === null) return wrongCode;
    await trx
      .updateTable('totp_keys')
      .set({ confirmed_at: new Date(), last_step: step })
      .where('user_id', '=', userId)
      .execute();
    const codes = Array.from({ length: recoveryCodesGiven }, recoveryCode);
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await trx
      .insertInto('recovery_codes')
      .values(codes.map((text) => ({ user_id: userId, code_hash: hashCode(text) })))
      .execute();
    await writeAudit(trx, actor, {
      event: 'user.factor-added',
      record: 'user',
      id: userId,
      before: null,
      after: { factor: 'authenticator app', recoveryCodes: codes.length },
    });
    return codes;
  });
}

export async function removeAppOf(
  deps: Deps,
  actor: Actor,
  { userId }: Caller,
): Promise<Outcome<Factors>> {
  return deps.db.transaction().execute(async (trx) => {
    const key = await lockKey(trx, userId);
    if (!key) return notBegun;
    await trx.deleteFrom('totp_keys').where('user_id', '=', userId).execute();
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await writeAudit(trx, actor, {
      event: 'user.factor-removed',
      record: 'user',
      id: userId,
      before: { factor: 'authenticator app' },
      after: null,
    });
    return factorsOf(trx, userId);
  });
}

/**
 * Whether a code proves the owner of an account: one that the app shows, or a recovery code. It is
 * used up with it; of several calls with the same code one succeeds.
 */
export async function takeCode(
  { secretBox }: Pick<Deps, 'secretBox'>,
  trx: Transaction<DB>,
  userId: string,
  code: string,
): Promise<boolean> {
  const key = await lockKey(trx, userId);
  if (!key || key.confirmed_at === null) return false;
  const step = stepOf(secretBox, key, code);
  if (step !== null) {
    if (step <= key.last_step) return false;
    await trx
      .updateTable('totp_keys')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .execute();
    return true;
  }
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return used !== undefined;
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
  const secret = secretBox.open(key.secret);
  if (secret === null) return null;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, window: 1 });
  return delta === null ? null : totp.counter() + delta;
}

function recoveryCode(): string {
  const part = () =>
    Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${part()}-${part()}`;
}

/** A QR code as the outline of its dark modules. */
function drawn(text: string): { size: number; path: string } {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const squares: string[] = [];
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (modules.get(y, x)) squares.push(`M${x} ${y}h1v1h-1z`);
  return { size, path: squares.join('') };
}
