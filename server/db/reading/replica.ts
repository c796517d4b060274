import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { log } from '#server/process/log.ts';
import { currentRead, type ReadFrom } from './one-read.ts';
import { mayReplicaServe, type LogPosition, readLogPosition } from './positions.ts';

/** Milliseconds between two looks at how far primary and replica are. */
const lookIntervalMs = 1_000;
/** Milliseconds after which a look that got no answer counts as none. */
const staleMs = 3_000;
/** Milliseconds that a read waits for the replica to replay what it must see. */
const patienceMs = 200;
const askAgainMs = 10;

export interface Replica {
  /**
   * The database for a read that must see every change up to `mustSee`. A position beyond the
   * primary's was told to nobody, and asks for nothing.
   */
  placeFor(mustSee: LogPosition | undefined): Promise<ReadFrom>;
  /** True while it is away, or too far behind for any read. */
  isBehind(): boolean;
  stop(): Promise<void>;
}

interface Look {
  readonly position: LogPosition;
  readonly inRecovery: boolean;
  /** Names the installation whose records are there. */
  readonly epoch: string;
  /** Names the running server. */
  readonly started: string;
  readonly at: number;
}

/**
 * Watches how far a replica has replayed what the primary wrote. Both pools are for these questions
 * alone and give up soon; they are closed with `stop`.
 */
export function watchReplica(primary: pg.Pool, replica: pg.Pool): Replica {
  let written: Look | undefined;
  let recent: LogPosition | undefined;
  let replayed: Look | undefined;
  let asking: Promise<void> | undefined;
  let saidThatItIsAnother = false;

  /** Asks the replica; all that wait share one question. */
  function askReplica(): Promise<void> {
    asking ??= look(replica).then((found) => {
      replayed = found;
      asking = undefined;
    });
    return asking;
  }

  async function lookAtBoth(): Promise<void> {
    const [found] = await Promise.all([look(primary), askReplica()]);
    if (!found) return;
    recent = written?.position;
    written = found;
  }

  function mayServe(mustSee: LogPosition | undefined): 'yes' | 'no' | 'soon' {
    const isThere = replayed !== undefined && performance.now() - replayed.at < staleMs;
    // Promoted, but not yet the one that is written to: from here on the two may differ.
    const hasParted = replayed?.inRecovery === false && replayed.started !== written?.started;
    const isAnother =
      replayed !== undefined && written !== undefined && replayed.epoch !== written.epoch;
    if (isAnother && !saidThatItIsAnother)
      log.error(
        'DATABASE_READ_URL does not lead to a replica of this database, so Hanya does not read from it',
      );
    saidThatItIsAnother = isAnother;
    const position = isThere && !hasParted && !isAnother ? replayed?.position : undefined;
    return mayReplicaServe({ replayed: position, recent }, mustSee);
  }

  /**
   * True if the primary hasn't written that far: asked anew, since others may have told of later
   * writes.
   */
  async function isMadeUp(mustSee: LogPosition | undefined): Promise<boolean> {
    if (mustSee === undefined || (written && mustSee <= written.position)) return false;
    const now = await look(primary);
    return now !== undefined && mustSee > now.position;
  }

  void lookAtBoth();
  const timer = setInterval(() => void lookAtBoth(), lookIntervalMs).unref();
  return {
    async placeFor(mustSee) {
      const end = performance.now() + patienceMs;
      let served = mayServe(mustSee);
      if (served === 'soon' && (await isMadeUp(mustSee))) return placeOf(mayServe(undefined));
      while (served === 'soon' && performance.now() < end) {
        await askReplica();
        served = mayServe(mustSee);
        if (served === 'soon') await sleep(askAgainMs);
      }
      return placeOf(served);
    },
    isBehind: () => mayServe(undefined) === 'no',
    async stop() {
      clearInterval(timer);
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}

const placeOf = (served: 'yes' | 'no' | 'soon'): ReadFrom =>
  served === 'yes' ? 'replica' : 'primary';

async function look(pool: pg.Pool): Promise<Look | undefined> {
  const at = performance.now();
  try {
    const { rows } = await pool.query<Omit<Look, 'position' | 'at'> & { position: string }>(
      `select pg_is_in_recovery() as "inRecovery", pg_postmaster_start_time()::text as started,
         (select epoch from installation) as epoch,
         case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
           else pg_current_wal_flush_lsn() end as position`,
    );
    const [row] = rows;
    const position = row && readLogPosition(row.position);
    return row && position !== undefined ? { ...row, position, at } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A pool whose connections are the replica's for a read that it may serve, else the primary's.
 * Closing it closes both.
 */
export function readingFrom(
  primary: PostgresPool,
  replica: PostgresPool,
  watched: Replica,
): PostgresPool {
  return {
    options: primary.options,
    async connect() {
      const read = currentRead();
      if (!read) return primary.connect();
      read.from.place ??= watched.placeFor(read.mustSee);
      if ((await read.from.place) === 'primary') return primary.connect();
      try {
        return await replica.connect();
      } catch (error) {
        // All of its connections are in use: the primary isn't there to take what is too much.
        if (error instanceof Error && 'code' in error && error.code === '57014') throw error;
        read.from.place = Promise.resolve('primary');
        return primary.connect();
      }
    },
    async end() {
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}
