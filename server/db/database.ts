import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import pg from 'pg';
import { log } from '#server/process/log.ts';
import { gauge } from '#server/process/metrics.ts';
import { type Availability, type Source, watchAvailability } from './availability.ts';
import { cancelledWith } from './reading/cancelled-with.ts';
import { keepingPrepared } from './reading/prepared.ts';
import { readingFrom, watchReplica } from './reading/replica.ts';
import type { DB } from './tables.ts';

export type Database = Kysely<DB>;

/** The pools of one process, all of the same database: some of its replica, if it has one. */
export interface Pools {
  /** For changes, for what signs people in, and for one record at a time. */
  readonly db: Database;
  /** For lists, search, statistics and maps: a query that takes too long is cut off. */
  readonly reading: Database;
  /** For reports and exports, which may take longer, but few at a time. */
  readonly reports: Database;
  /**
   * The log's written position, such as 16/B374D848, where there is a replica. A caller that names
   * it later reads everything that was committed before.
   */
  readonly positionNow?: () => Promise<string>;
  /** True while the replica is away or too far behind for reads, where there is one. */
  readonly isReplicaBehind?: () => boolean;
  /** True if the primary doesn't answer now. */
  readonly isAway: () => boolean;
  /** Ends what the pools need besides themselves. */
  readonly stop: () => Promise<void>;
}

export interface PoolSettings {
  /** The replica that `reading` and `reports` use; by default they use the primary too. */
  readonly databaseReadUrl?: string;
  /** True if a pooler stands before the database that lends a connection for a transaction only. */
  readonly databasePooler: boolean;
  /** Milliseconds for one query of `reading`. */
  readonly readTimeoutMs: number;
  /** Milliseconds for one query of `reports`. */
  readonly reportTimeoutMs: number;
}

/**
 * The JavaScript types of columns: `bigint` is a number, `numeric` and `date` text, `timestamptz` a
 * Date.
 */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(pg.types.builtins.INT8, safeInteger);
columnTypes.setTypeParser(pg.types.builtins.DATE, (date) => date);

/**
 * Opens a pool of connections; none is made before the first query. `max` (10) bounds them, and
 * `connectionTimeoutMillis` (10 s, 0 for none) the wait for one.
 * A value beyond JavaScript's safe integers throws a RangeError in the query that reads it.
 */
export function openDatabase(
  url: string,
  options: Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'> = {},
): Database {
  const pool = openPool(url, options);
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => {
    log.warn({ err: error }, 'a database connection was lost');
  });
  return onPool(pool);
}

/** No value is in an empty list, where Kysely by itself would write a faulty statement. */
const onPool = (pool: PostgresPool): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

/**
 * Opens the pools of a process: at most 13 connections to the primary, with a replica 1 more and 6
 * to the replica. A query of `reading` or `reports` ends with its request, and at its limit, as
 * `query_canceled` (57014).
 */
export function openPools(url: string, settings: PoolSettings): Pools {
  const { databaseReadUrl, databasePooler, readTimeoutMs, reportTimeoutMs } = settings;
  const primaryIs = watchAvailability(url);
  const replicaIs = databaseReadUrl
    ? watchAvailability(databaseReadUrl, { say: () => undefined })
    : undefined;
  const named = new Map<string, pg.Pool>();
  const openNamed = (name: string, from: string, options: pg.PoolConfig): pg.Pool => {
    const pool = openPool(from, options);
    named.set(name, pool);
    return pool;
  };
  measurePools(named, () => primaryIs.isAway());
  const work = primaryIs.watched(
    openNamed('changes', url, {
      max: 8,
      // Far beyond what any command or job takes: only what hangs gets there.
      ...(!databasePooler && {
        statement_timeout: 120_000,
        lock_timeout: 30_000,
        idle_in_transaction_session_timeout: 60_000,
      }),
    }),
    'changes',
  );
  const limited = (
    name: string,
    from: string,
    max: number,
    limitMs: number,
    availability: Availability,
  ): PostgresPool => {
    const open = (options: pg.PoolConfig): Source =>
      availability.watched(openNamed(name, from, { max, ...options }), name);
    // A pooler's connection keeps neither a time-out nor a statement for whom it was lent to.
    return databasePooler
      ? cancelledWith(open({}), { limitMs, keepsStatements: false })
      : cancelledWith(
          open({ statement_timeout: limitMs, idle_in_transaction_session_timeout: 60_000 }),
        );
  };
  const question = (from: string) => {
    const pool = openPool(from, { max: 1, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
    // The query's promise reports the error; without a listener the process would end.
    return pool.on('error', () => undefined);
  };
  const replica = databaseReadUrl
    ? watchReplica(question(url), question(databaseReadUrl))
    : undefined;
  if (replica)
    gauge(
      {
        name: 'hanya_replica_behind',
        help: 'Whether a process reads from the primary because the replica is down or behind',
        over: 'max',
      },
      () => [[{}, Number(replica.isBehind())]],
    );
  const readingPool = (name: string, max: number, limitMs: number): Database => {
    const primary = limited(name, url, max, limitMs, primaryIs);
    const pool =
      replica && replicaIs && databaseReadUrl
        ? readingFrom(
            primary,
            limited(`${name} from the replica`, databaseReadUrl, max, limitMs, replicaIs),
            replica,
          )
        : primary;
    return onPool(pool);
  };
  const db = onPool(keepingPrepared(work, { keepsStatements: !databasePooler }));
  return {
    db,
    reading: readingPool('lists', 3, readTimeoutMs),
    reports: readingPool('reports', 2, reportTimeoutMs),
    isAway: () => primaryIs.isAway(),
    ...(replica && {
      positionNow: () => positionOf(db),
      isReplicaBehind: () => replica.isBehind(),
    }),
    async stop() {
      primaryIs.stop();
      replicaIs?.stop();
      await replica?.stop();
    },
  };
}

function measurePools(pools: ReadonlyMap<string, pg.Pool>, isAway: () => boolean): void {
  gauge(
    {
      name: 'hanya_pool_connections',
      help: 'Connections to the database that are used or idle, and queries that are waiting for one',
      labels: ['pool', 'state'],
    },
    function* read() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        yield [{ pool, state: 'used' }, totalCount - idleCount] as const;
        yield [{ pool, state: 'idle' }, idleCount] as const;
        yield [{ pool, state: 'waiting' }, waitingCount] as const;
      }
    },
  );
  gauge(
    {
      name: 'hanya_database_away',
      help: 'Whether a process refuses calls because the database is not responding',
      over: 'max',
    },
    () => [[{}, isAway() ? 1 : 0]],
  );
}

/** The flushed position is on its way to every replica, and holds everything committed. */
async function positionOf(db: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn() as position`.execute(db);
  return rows[0]?.position ?? '';
}

export async function closePools({ db, reading, reports, stop }: Pools): Promise<void> {
  await Promise.all([stop(), ...[db, reading, reports].map(closeDatabase)]);
}

function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // With a connection go the statements that it kept and nobody asks any more.
    maxLifetimeSeconds: 3_600,
    application_name: 'hanya',
    types: columnTypes,
    ...options,
  });
  // The pool listens to idle connections only. If one breaks in use, its query fails; between two
  // queries of a transaction, the next one does.
  pool.on('connect', (client) => client.on('error', () => undefined));
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
