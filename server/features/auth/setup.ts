import type { Kysely } from 'kysely';
import { spellingKey } from '#contract/folding.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashCode, typedCode } from './tokens.ts';

/** True if there is an account besides those of the demo. */
export async function hasAccounts(db: Kysely<DB>): Promise<boolean> {
  const anybody = await db
    .selectFrom('users')
    .select('id')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst();
  return anybody !== undefined;
}

/**
 * Says whether an installation is `empty`: then its sign-in page asks for the set-up code. The database
 * is asked until there is an account, and isn't waited for where it is away.
 */
export function watchFirstAccount({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): () => Promise<'up' | 'empty'> {
  let isPeopled = config.demo;
  return async () => {
    if (isPeopled) return 'up';
    const found = await hasAccounts(db).catch(() => null);
    isPeopled = found === true;
    return found === false ? 'empty' : 'up';
  };
}

/** The hash of a set-up code, however it was typed. */
export const hashOfSetup = (typed: string): string => hashCode(spellingKey(typed));

/** In an installation without accounts, the code for the first one, made anew at each start; else null. */
export async function openSetup(db: Database): Promise<string | null> {
  if (await hasAccounts(db)) return null;
  const code = typedCode();
  const hash = hashOfSetup(code);
  await db
    .insertInto('setup_codes')
    .values({ code_hash: hash })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ code_hash: hash, used_at: null }))
    .execute();
  return code;
}
