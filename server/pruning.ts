import type { PgBoss } from 'pg-boss';
import type { Database } from './db/database.ts';
import type { Deps } from './deps.ts';
import { pruneActivities } from './features/activities/commands.ts';
import { pruneResets, pruneSessions } from './features/auth/pruning.ts';
import { pruneFiles } from './features/files/pruning.ts';
import { pruneSecurityEvents } from './features/operations/commands.ts';
import { pruneBillChecks, pruneNotices } from './features/payments/pruning.ts';
import { pruneOffences } from './features/statistics/commands.ts';
import type { FileStore } from './gateways/file-store.ts';

const pruneQueue = { name: 'prune', retryLimit: 0, expireInSeconds: 600 } as const;

export const pruningQueues = [pruneQueue];

interface PruneDeps {
  readonly db: Database;
  readonly store: FileStore;
  readonly log: { error(error: unknown): void };
}

const prunings: readonly ((deps: PruneDeps) => Promise<void>)[] = [
  ...[
    pruneActivities,
    pruneSessions,
    pruneResets,
    pruneNotices,
    pruneBillChecks,
    pruneOffences,
    pruneSecurityEvents,
  ].map((prune) => async ({ db }: PruneDeps) => {
    await prune(db);
  }),
  pruneFiles,
];

/** Deletes what nobody needs any more. Records and their audit rows are never among it. */
export async function pruneAll(deps: PruneDeps): Promise<void> {
  for (const prune of prunings) await prune(deps).catch((error: unknown) => deps.log.error(error));
}

/** Every night, one of the processes prunes. */
export async function workPruning(boss: PgBoss, deps: Deps): Promise<void> {
  await boss.work(pruneQueue.name, () => pruneAll(deps));
  await boss.schedule(pruneQueue.name, '41 1 * * *');
}
