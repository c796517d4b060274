import { type Expression, type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** The second factors of an account: an app or none, and the number of passkeys. */
export interface Held {
  readonly app: boolean;
  readonly passkeys: number;
}

/** The factors that this account's sign-in asks for, beside the password. */
export async function heldFactors(db: Kysely<DB>, userId: string): Promise<Held> {
  const { rows } = await sql<Held>`
    select exists (select from totp_keys where user_id = ${userId} and confirmed_at is not null) as app,
           (select count(*) from passkeys where user_id = ${userId}) as passkeys`.execute(db);
  return rows[0] ?? { app: false, passkeys: 0 };
}

export const hasFactor = ({ app, passkeys }: Held): boolean => app || passkeys > 0;

/** True if the row of `users` in the query is of a role that must have a second factor. */
export const roleNeedsFactor: Expression<SqlBool> = sql`exists (
  select from required_factors as rule
  where rule.demo = users.demo and rule.role = users.role
    and rule.state in ('', coalesce(users.state, '')))`;

/** True if the row of `users` in the query has one. */
export const userHasFactor: Expression<SqlBool> = sql`(
  exists (select from totp_keys as key where key.user_id = users.id and key.confirmed_at is not null)
  or exists (select from passkeys as passkey where passkey.user_id = users.id))`;

/** True if this account must have a second factor. */
export async function isFactorRequired(db: Kysely<DB>, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(roleNeedsFactor)
    .executeTakeFirst();
  return found !== undefined;
}
