import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { Deps } from '#server/deps.ts';
import { readLags } from '#server/features/alarms/queries.ts';
import { countUnanswered } from '#server/features/payments/queries.ts';
import { gatewayNames } from '#server/gateways/payment-gateway.ts';
import { thisRelease } from '#server/process/release.ts';

/** The surroundings that the feature must be told of. */
export interface Surroundings {
  /**
   * The time at which the newest backup was begun: null where there is none, undefined where none
   * is wanted.
   */
  readonly newestBackup: () => Promise<Date | null | undefined>;
  /** The sentence about a backup from the future; undefined where there is none. */
  readonly futureBackup: () => Promise<string | undefined>;
  /** Of the newest piece of the database's log; undefined where none is copied. */
  readonly newestPiece: () => Promise<Date | undefined>;
  /** The outcome of the last drill; null where there was none. */
  readonly lastDrill: () => Promise<{
    readonly at: Date;
    readonly holds: boolean;
    readonly readBackAt: Date | null;
  } | null>;
  /** The number of processes of this server that answer now. */
  readonly processes: () => Promise<number>;
  /** True while the replica is away or behind; undefined where there is none. */
  readonly isReplicaBehind: (() => boolean) | undefined;
}

/** The state of the installation in numbers; times are seconds. */
export interface InstallationFigures {
  /** Of this server, and the newest that has migrated the database; '' where none has. */
  readonly version: string;
  readonly migratedBy: string;
  readonly unsealed: number;
  readonly sealingLag: number;
  readonly countingLag: number;
  /** Seconds that the oldest change has waited for live screens. */
  readonly outboxLag: number;
  /** Since the last sweep; null where the last hour saw none. */
  readonly sweepAge: number | null;
  /**
   * Bills about which a gateway should have answered half an hour ago, a thousand at most; the same
   * bound holds for exceptions and jobs.
   */
  readonly billsOverdue: number;
  readonly exceptionsOpen: number;
  readonly jobsFailed: number;
  readonly alarms: number;
  /** Different breakages in browsers within the last day, and those that spread. */
  readonly breakages: number;
  readonly breakagesSpreading: number;
  /** Places in which the last walk found that the trail doesn't hold. */
  readonly findings: number;
  readonly databaseBytes: number;
  /** Between this server's clock and the database's. */
  readonly clocksApart: number;
  readonly isReplicaBehind: boolean;
  /** Counted every half minute. */
  readonly queues: readonly { name: string; waiting: number; working: number }[];
  /** Undefined where no backups are wanted, null where there is none. */
  readonly backupAge: number | null | undefined;
  /** Null where no backup was checked yet. */
  readonly drill: {
    readonly age: number;
    readonly holds: boolean;
    /** Since one was read back whole, and not only compared with its sums. */
    readonly readBackAge: number | null;
  } | null;
  readonly areBackupsEncrypted: boolean;
  /** Says what to do about a backup from the future; undefined where there is none. */
  readonly futureBackup: string | undefined;
  /** Since the newest piece of the database's log was copied; undefined where none is. */
  readonly logPieceAge: number | undefined;
  readonly disk: { readonly free: number; readonly size: number };
  readonly processes: number;
  readonly processesWanted: number;
}

const most = 1_000;

/** Reads all of them; no query grows with the records. */
export async function readFigures(
  { reading, config }: Pick<Deps, 'reading' | 'config'>,
  surroundings: Surroundings,
): Promise<InstallationFigures> {
  const since = (moment: Date) => Math.max(0, (Date.now() - moment.getTime()) / 1_000);
  const { newestBackup, futureBackup, newestPiece, lastDrill, processes, isReplicaBehind } =
    surroundings;
  const [
    lags,
    { clock, ...counted },
    billsOverdue,
    queues,
    backup,
    future,
    piece,
    drill,
    disk,
    running,
  ] = await Promise.all([
    readLags(reading),
    readCounted(reading),
    countUnanswered({ db: reading, config }, gatewayNames, most),
    readQueues(reading),
    // A folder that can't be read holds no backup that anybody could go back to.
    newestBackup().catch(() => null),
    futureBackup().catch(() => undefined),
    newestPiece().catch(() => undefined),
    lastDrill(),
    statfs(config.dataDir),
    processes(),
  ]);
  return {
    version: thisRelease.version,
    unsealed: lags?.unsealed ?? 0,
    sealingLag: Math.max(0, (lags?.sealing ?? 0) * 60),
    countingLag: Math.max(0, (lags?.folding ?? 0) * 60),
    findings: lags?.findings?.length ?? 0,
    breakagesSpreading: lags?.spreading ?? 0,
    ...counted,
    clocksApart: Math.abs(clock),
    isReplicaBehind: isReplicaBehind?.() ?? false,
    billsOverdue,
    queues,
    backupAge: backup ? since(backup) : backup,
    drill: drill && {
      age: since(drill.at),
      holds: drill.holds,
      readBackAge: drill.readBackAt && since(drill.readBackAt),
    },
    futureBackup: future,
    logPieceAge: piece && since(piece),
    areBackupsEncrypted: config.backupRecipients !== undefined,
    disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
    processes: running,
    processesWanted: config.processes,
  };
}

type Counted = Pick<
  InstallationFigures,
  | 'migratedBy'
  | 'outboxLag'
  | 'sweepAge'
  | 'exceptionsOpen'
  | 'jobsFailed'
  | 'alarms'
  | 'breakages'
  | 'databaseBytes'
>;

/** `clock` is how far this server's clock is ahead of the database's. */
async function readCounted(db: Database): Promise<Counted & { clock: number }> {
  const { rows } = await sql<Counted & { clock: number }>`
    select
      coalesce((select version from releases
                order by string_to_array(version, '.')::integer[] desc limit 1), '') as "migratedBy",
      coalesce((select extract(epoch from now() - min(at)) from (
        select at from outbox where xid >= transaction_horizon() order by xid, seq limit ${most}
      ) as held)::float8, 0) as "outboxLag",
      (select extract(epoch from now() - max(completed_on)) from pgboss.job
       where name = 'sweep-due-bills' and state = 'completed')::float8 as "sweepAge",
      (select count(*) from (
        select from payment_exceptions where closed_at is null limit ${most}
      ) as open)::integer as "exceptionsOpen",
      (select count(*) from (
        select from pgboss.job where name = ${failedQueue.name} and state = 'created' limit ${most}
      ) as failed)::integer as "jobsFailed",
      (select count(*) from alarms)::integer as alarms,
      (select count(*) from breakages
       where last_seen > now() - interval '1 day')::integer as breakages,
      pg_database_size(current_database())::float8 as "databaseBytes",
      extract(epoch from clock_timestamp())::float8 as clock`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('No figures were read.');
  return { ...row, clock: Date.now() / 1_000 - row.clock };
}

async function readQueues(db: Database) {
  const { rows } = await sql<{ name: string; waiting: number; working: number }>`
    select name, queued_count as waiting, active_count as working from pgboss.queue
    where name not like '\\_\\_%' and name <> ${failedQueue.name} order by name`.execute(db);
  return rows;
}
