import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { hashCode } from './tokens.ts';

const given = 10;
/** Neither l, o, 0 nor 1, which are mistaken for one another on paper. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Makes recovery codes in place of earlier ones; only their hashes are kept. */
export async function makeRecoveryCodes(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: given }, recoveryCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((text) => ({ user_id: userId, code_hash: hashCode(text) })))
    .execute();
  return codes;
}

/** Whether it is one of the account's codes, which is used up with it. */
export async function takeRecoveryCode(
  trx: Transaction<DB>,
  userId: string,
  code: string,
): Promise<boolean> {
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

function recoveryCode(): string {
  const part = () =>
    Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${part()}-${part()}`;
}
