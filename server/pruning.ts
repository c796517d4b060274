import type { Part } from './acts/part.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { JobTaker } from './db/queues.ts';
import type { Deps } from './deps.ts';
import { pruneActivities } from './features/activities/commands.ts';
import { writeAudit } from './features/audit/commands.ts';
import { pruneResets, pruneSessions } from './features/auth/pruning.ts';
import { eraseOldBookings } from './features/bookings/erasure.ts';
import { pruneFiles } from './features/files/pruning.ts';
import { pruneLookups } from './features/lookups/commands.ts';
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

export interface PruneDeps {
  readonly db: Database;
  readonly store: FileStore;
  readonly parts: Pick<FileParts, 'removeExpired'>;
  readonly config: Periods & Pick<Config, 'dataDir'>;
  readonly log: { error(error: unknown): void };
}

/** Working data that nobody misses. */
const leftovers: readonly ((deps: PruneDeps) => Promise<unknown>)[] = [
  ({ db }) => pruneActivities(db),
  ({ db }) => pruneResets(db),
  ({ db }) => pruneBillChecks(db),
  ({ db }) => pruneSecurityEvents(db),
  ({ db }) => pruneBreakages(db),
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
};

/**
 * Deletes what nobody needs any more, and makes unreadable who was booked long ago. The trail says
 * how much of what went. Records and their audit rows are never deleted.
 */
export async function pruneAll(
  deps: PruneDeps,
  parts: readonly Pick<Part, 'pruning'>[],
): Promise<void> {
  const failed = (error: unknown) => {
    deps.log.error(error);
    return 0;
  };
  const ofParts = parts.flatMap(({ pruning }) => pruning ?? []);
  for (const prune of [...leftovers, ...ofParts.flatMap((part) => part.leftovers ?? [])])
    await prune(deps).catch(failed);
  const gone: Record<string, number> = {};
  const ofPeople = [personal, ...ofParts.map((part) => part.personal ?? {})];
  for (const [what, prune] of ofPeople.flatMap((some) => Object.entries(some))) {
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
  await boss.work(pruneQueue.name, () => pruneAll(deps, deps.consequences.parts));
  await boss.schedule(pruneQueue.name, '41 1 * * *');
}
