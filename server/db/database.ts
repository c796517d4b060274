import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;

/**
 * The JavaScript types of columns: `bigint` is a number, `numeric` and `date` text, `timestamptz` a
 * Date.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, safeInteger);
types.setTypeParser(pg.types.builtins.DATE, (date) => date);

/**
 * Opens a pool of connections; none is made before the first query. `max` (10) bounds them.
 * A value beyond JavaScript's safe integers throws a RangeError in the query that reads it.
 */
export function openDatabase(url: string, options: { readonly max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'hanya',
    types,
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => {
    process.stderr.write(`A database connection was lost: ${error.message}\n`);
  });
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Waits for the queries in flight, then closes every connection. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.destroy();
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`The database holds ${value}, which is beyond JavaScript's safe integers.`);
}
