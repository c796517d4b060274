import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { oneTimeCode } from './tokens.ts';

/** Whether there is an account besides those of the demo. */
export async function hasAccounts(db: Kysely<DB>): Promise<boolean> {
  const anybody = await db
    .selectFrom('users')
    .select('id')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst();
  return anybody !== undefined;
}

/** In an installation without accounts, the code for the first one, made anew at each start; else null. */
export async function openSetup(db: Database): Promise<string | null> {
  const anybody = await db
    .selectFrom('users')
    .select('id')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (anybody) return null;
  const { code, hash } = oneTimeCode();
  await db
    .insertInto('setup_codes')
    .values({ code_hash: hash })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ code_hash: hash, used_at: null }))
    .execute();
  return code;
}
