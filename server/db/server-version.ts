import { StartError } from '#server/process/start-error.ts';

/** The one thing that both kinds of connection can do. */
type Ask = (query: string) => Promise<readonly unknown[]>;

/** The oldest PostgreSQL whose `server_version_num` will do. */
const oldest = 180_000;

/**
 * Why nothing can be kept in this PostgreSQL, and what to do; undefined where all can. Asked before
 * anything else: a migration would fail half-way.
 */
export async function whyNotThisPostgres(ask: Ask): Promise<string | undefined> {
  const [row] = (await ask(
    `select current_setting('server_version_num')::integer as version,
       current_setting('server_encoding') as encoding`,
  )) as readonly { readonly version: number; readonly encoding: string }[];
  const { version = 0, encoding = '' } = row ?? {};
  if (version < oldest)
    return `PostgreSQL ${Math.floor(version / 10_000)} is out of date. Install PostgreSQL 18 (docs/operations.md) and name it in DATABASE_URL.`;
  if (encoding !== 'UTF8')
    return `The database is encoded in ${encoding} instead of UTF8. If the database is empty, drop it and run deploy/roles.sh to create it again.`;
  return undefined;
}

/** Throws `StartError` for a PostgreSQL that won't do. */
export async function requirePostgres(client: {
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
}): Promise<void> {
  const why = await whyNotThisPostgres(async (text) => (await client.query(text)).rows);
  if (why !== undefined) throw new StartError(why);
}
