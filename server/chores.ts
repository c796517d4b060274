import type { PgBoss } from 'pg-boss';
import type { Chore } from './acts/part.ts';
import { backupTroubles, workBackup } from './backup/nightly.ts';
import { patientTaker } from './db/queues.ts';
import type { Deps } from './deps.ts';
import { createAlarms } from './features/alarms/commands.ts';
import { rootTroubles, scheduleAudit, workAudit } from './features/audit/nightly.ts';
import { sealAudit } from './features/audit/seals.ts';
import { workLive } from './features/live/jobs.ts';
import { workPayments } from './features/payments/workers.ts';
import { workLinks } from './features/users/links.ts';
import { foldFigures } from './figures/figures.ts';
import { forgetAttempts } from './http/attempts.ts';
import { repeat } from './process/repeat.ts';
import { workPruning } from './pruning.ts';
import { heldAgainstTrail } from './trail.ts';

export interface Chores {
  /** Begins all of them, and takes up the jobs of the queues. */
  start(): Promise<void>;
  /** Waits for the steps in progress. */
  stop(): Promise<void>;
}

/** Milliseconds in which a start seals and counts what it found, before an alarm is raised about it. */
const settlingMs = 300_000;

/** The work that the server does by itself, with its pace and its end. */
export function createChores(boss: PgBoss, deps: Deps): Chores {
  const { db, config, log } = deps;
  let began = performance.now();
  const checkAlarms = createAlarms(deps, () => performance.now() - began > settlingMs);
  const { parts } = deps.consequences;
  const chores: readonly Chore[] = [
    // A read adds what isn't folded yet, so nobody waits for it.
    { intervalMs: 1_000, idleMs: 5_000, step: () => foldFigures(db) },
    { intervalMs: 200, idleMs: 1_000, step: () => sealAudit(db) },
    { intervalMs: 60_000, idleMs: 60_000, step: () => forgetAttempts(db) },
    {
      intervalMs: 60_000,
      idleMs: 60_000,
      step: async () => {
        const others = [
          ...(await backupTroubles(config)),
          ...(await rootTroubles(deps)),
          ...(await deps.consequences.troubles(deps)),
        ];
        const changed = await checkAlarms(others);
        await scheduleAudit(boss, deps);
        return changed;
      },
    },
    ...parts.flatMap((part) => part.chores ?? []),
  ];
  const repeated = chores.map(({ step, ...pace }) =>
    repeat({ ...pace, step: () => step(deps), log }),
  );
  return {
    async start() {
      began = performance.now();
      await Promise.all(repeated.map((chore) => chore.start()));
      const taker = patientTaker(boss);
      await workPayments(taker, deps);
      await workLive(taker, deps);
      await workLinks(taker, deps);
      await workPruning(taker, deps);
      for (const { jobs } of parts) await jobs?.work(taker, deps);
      await workAudit(taker, deps, heldAgainstTrail);
      await workBackup(taker, deps);
    },
    async stop() {
      await Promise.all(repeated.map((chore) => chore.stop()));
    },
  };
}
