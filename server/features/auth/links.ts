import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashOfLink, oneTimeCode, typedCode } from './tokens.ts';

/**
 * Makes the code of a link that sets a new password, once and in that time. Earlier links of the
 * account go on: anybody may ask for another, and must not void what its owner holds. A link that is
 * handed over on paper has a code that people can type.
 */
export async function makeLink(
  trx: Transaction<DB>,
  userId: string,
  minutes: number,
  on: 'screen' | 'paper' = 'screen',
): Promise<{ code: string; expiresAt: Date }> {
  const code = on === 'paper' ? typedCode() : oneTimeCode().code;
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  await trx
    .insertInto('password_resets')
    .values({ token_hash: hashOfLink(code), user_id: userId, expires_at: expiresAt })
    .execute();
  return { code, expiresAt };
}

/** A link that was mailed before the password changed must not change it again. */
export async function voidLinks(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** The address of a link, for a mail. */
export const linkAddress = (
  { config }: { readonly config: Pick<Deps['config'], 'publicUrl'> },
  code: string,
): string => `${config.publicUrl}/resetpassword#${code}`;
