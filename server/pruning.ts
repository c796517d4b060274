import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { JobTaker } from './db/queues.ts';
import type { Deps } from './deps.ts';
import { pruneActivities } from './features/activities/commands.ts';
import { writeAudit } from './features/audit/commands.ts';
import { pruneResets, pruneSessions } from './features/auth/pruning.ts';
import { eraseOldBookings } from './features/bookings/erasure.ts';
import { pruneDevices } from './features/devices/commands.ts';
import { pruneFiles } from './features/files/pruning.ts';
import { eraseLabels } from './features/late-records/commands.ts';
import { pruneLookups } from './features/lookups/commands.ts';
import { pruneReports } from './features/messages/reports.ts';
import { pruneBreakages } from './features/operations/breakages.ts';
import { pruneSecurityEvents } from './features/operations/commands.ts';
import { pruneBillChecks, pruneNotices } from './features/payments/pruning.ts';
import type { FileParts } from './gateways/file-parts.ts';
import type { FileStore } from './gateways/file-store.ts';
import { pruneMails } from './gateways/mail.ts';
import { system } from './http/caller.ts';

const pruneQueue = { name: 'prune', retryLimit: 0, expireInSeconds: 3_600 } as const;

export const pruningQueues = [pruneQueue];

/** The periods for which things are kept. */
type Periods = Pick<
  Config,
  'backupKeepDays' | 'keepPersonsYears' | 'keepLookupsDays' | 'keepSessionsDays' | 'keepNoticesDays'
>;

interface PruneDeps {
  readonly db: Database;
  readonly store: FileStore;
  readonly parts: Pick<FileParts, 'removeExpired'>;
  readonly config: Periods & Pick<Config, 'dataDir'>;
  readonly log: { error(error: unknown): void };
}

/** A ticket is verified by its phone's certificate until long after the phone was used. */
const keptDeviceDays = 365;

/** Working data that nobody misses. */
const leftovers: readonly ((deps: PruneDeps) => Promise<unknown>)[] = [
  ({ db }) => pruneActivities(db),
  ({ db }) => pruneResets(db),
  ({ db }) => pruneBillChecks(db),
  ({ db }) => pruneSecurityEvents(db),
  ({ db }) => pruneReports(db),
  ({ db }) => pruneBreakages(db),
  ({ db }) => pruneDevices(db, keptDeviceDays),
  ({ parts }) => parts.removeExpired(),
];

/** Mails that no server sends are files, with links that have expired long before. */
const keptMailDays = 30;

/** Data about people: the trail says how much of it went. Each answers how many. */
const personal: Readonly<Record<string, (deps: PruneDeps) => Promise<number>>> = {
  sessions: ({ db, config }) => pruneSessions(db, config.keepSessionsDays),
  notices: ({ db, config }) => pruneNotices(db, config.keepNoticesDays),
  mails: ({ config }) => pruneMails(config.dataDir, keptMailDays),
  lookups: ({ db, config }) => pruneLookups(db, config.keepLookupsDays),
  files: ({ db, store, config: { backupKeepDays } }) => pruneFiles({ db, store, backupKeepDays }),
  persons: ({ db, config: { keepPersonsYears } }) =>
    keepPersonsYears === undefined ? Promise.resolve(0) : eraseOldBookings(db, keepPersonsYears),
  labels: ({ db, config: { keepPersonsYears } }) =>
    keepPersonsYears === undefined ? Promise.resolve(0) : eraseLabels(db, keepPersonsYears),
};

/**
 * Deletes what nobody needs any more, and makes unreadable who was booked long ago. The trail says
 * how much of what went. Records and their audit rows are never deleted.
 */
export async function pruneAll(deps: PruneDeps): Promise<void> {
  const failed = (error: unknown) => {
    deps.log.error(error);
    return 0;
  };
  for (const prune of leftovers) await prune(deps).catch(failed);
  const gone: Record<string, number> = {};
  for (const [what, prune] of Object.entries(personal)) {
    const count = await prune(deps).catch(failed);
    if (count > 0) gone[what] = count;
  }
  if (Object.keys(gone).length === 0) return;
  const {
    keepPersonsYears = null,
    keepLookupsDays,
    keepSessionsDays,
    keepNoticesDays,
  } = deps.config;
  const { backupKeepDays } = deps.config;
  // Up to which day things went follows from these and the row's own.
  const periods = {
    keepPersonsYears,
    keepLookupsDays,
    keepSessionsDays,
    keepNoticesDays,
    backupKeepDays,
  };
  const after = { ...gone, periods };
  const change = { event: 'records.pruned', record: 'organisation', id: 'all' } as const;
  await deps.db
    .transaction()
    .execute((trx) => writeAudit(trx, system, { ...change, before: null, after }))
    .catch(failed);
}

/** Every night, one of the processes prunes. */
export async function workPruning(boss: JobTaker, deps: Deps): Promise<void> {
  await boss.work(pruneQueue.name, () => pruneAll(deps));
  await boss.schedule(pruneQueue.name, '41 1 * * *');
}
