import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { cancelledWith } from './cancelled-with.ts';
import { keepingPrepared } from './prepared.ts';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;

/** The pools of one process. All are connected with the same database. */
export interface Pools {
  /** For changes, for what signs people in, and for one record at a time. */
  readonly db: Database;
  /** For lists, search, statistics and maps: what takes too long is cut off. */
  readonly reading: Database;
  /** For reports and exports, which may take longer, but few at a time. */
  readonly reports: Database;
}

export interface ReadLimits {
  /** Milliseconds for one query of `reading`. */
  readonly readTimeoutMs: number;
  /** Milliseconds for one query of `reports`. */
  readonly reportTimeoutMs: number;
}

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
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(url, options) }) });
}

/**
 * Opens the pools of a process, at most 16 connections. A query of `reading` or `reports` ends with
 * the request that asks it, and at its limit; PostgreSQL then says `query_canceled` (57014).
 */
export function openPools(url: string, { readTimeoutMs, reportTimeoutMs }: ReadLimits): Pools {
  const readingPool = (max: number, statement_timeout: number): Database => {
    const pool = cancelledWith(openPool(url, { max, statement_timeout }));
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  };
  const work = openPool(url, {
    max: 8,
    // Far beyond what any command or job takes: only what hangs gets there.
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: keepingPrepared(work) }) }),
    reading: readingPool(6, readTimeoutMs),
    reports: readingPool(2, reportTimeoutMs),
  };
}

export async function closePools({ db, reading, reports }: Pools): Promise<void> {
  await Promise.all([db, reading, reports].map(closeDatabase));
}

function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'hanya',
    types,
    ...options,
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => {
    process.stderr.write(`A database connection was lost: ${error.message}\n`);
  });
  return pool;
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
