import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { spellingKey } from '#contract/folding.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { SecretBox } from './secret-box.ts';
import { hashCode } from './tokens.ts';

const given = 10;
/** Neither l, o, 0 nor 1, which are mistaken for one another on paper. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

type Box = Pick<Deps, 'secretBox'>;

/**
 * Makes recovery codes in place of earlier ones. Their hashes are kept, encrypted: whoever has the
 * database alone can't try codes until one fits.
 */
export async function makeRecoveryCodes(
  { secretBox }: Box,
  trx: Transaction<DB>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: given }, recoveryCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((text) => ({ user_id: userId, code_hash: secretBox.close(hashCode(text)) })))
    .execute();
  return codes;
}

/**
 * A typed code in the form in which codes are made: an `l` or a `1` can only be meant as an `i`.
 */
function asPrinted(typed: string): string {
  const key = spellingKey(typed).toLowerCase().replaceAll(/[1l]/g, 'i');
  return `${key.slice(0, 5)}-${key.slice(5)}`;
}

/** True if it is one of the account's codes, in any spelling, which is used up with it. */
export async function takeRecoveryCode(
  { secretBox }: Box,
  trx: Transaction<DB>,
  userId: string,
  code: string,
): Promise<boolean> {
  const unused = await trx
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    // Of several calls with the same code one takes it.
    .forUpdate()
    .execute();
  const hash = hashCode(asPrinted(code));
  const kept = unused.find(({ code_hash }) => hashIn(secretBox, code_hash) === hash);
  if (!kept) return false;
  await trx
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', kept.code_hash)
    .execute();
  return true;
}

/** A hash that was kept before hashes were encrypted. */
const isBare = (kept: string): boolean => /^[0-9a-f]{64}$/.test(kept);

const hashIn = (secretBox: SecretBox, kept: string): string | null =>
  isBare(kept) ? kept : secretBox.open(kept);

/** Encrypts what isn't yet, and anew what an earlier secret encrypted; answers how many. */
export async function renewRecoveryCodes(db: Kysely<DB>, secretBox: SecretBox): Promise<number> {
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['user_id', 'code_hash'])
    .where('used_at', 'is', null)
    .execute();
  let renewed = 0;
  for (const { user_id, code_hash } of codes) {
    const isOld = isBare(code_hash) || secretBox.isOfEarlier(code_hash);
    const hash = isOld ? hashIn(secretBox, code_hash) : null;
    if (hash === null) continue;
    const { numUpdatedRows } = await db
      .updateTable('recovery_codes')
      .set({ code_hash: secretBox.close(hash) })
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst();
    renewed += Number(numUpdatedRows);
  }
  return renewed;
}

function recoveryCode(): string {
  const part = () =>
    Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${part()}-${part()}`;
}
