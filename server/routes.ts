import type { FastifyInstance } from 'fastify';
import { fromFuture, futureBackupsIn } from './backup/backup-folder.ts';
import { lastDrill } from './backup/drill.ts';
import { newestBackup, newestPiece } from './backup/nightly.ts';
import type { Deps } from './deps.ts';
import { findBooking } from './features/bookings/queries.ts';
import { findCollision, wholeCollisions } from './features/collisions/queries.ts';
import { takeParts } from './features/collisions/upload.ts';
import { findException } from './features/exceptions/queries.ts';
import { fileRoutes } from './features/files/routes.ts';
import type { Reads } from './features/history/queries.ts';
import { historyRoutes } from './features/history/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { createStreams } from './features/live/streams.ts';
import { lookupRoutes } from './features/lookups/routes.ts';
import { measureInstallation } from './features/operations/queries.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { pictureAddresses, readUser } from './features/users/queries.ts';
import { answerMetrics } from './http/metrics.ts';
import { type FiguresOfAll, gauge } from './process/metrics.ts';

/** Mounts the calls of all parts, and those that need more of the server. */
export function answerCalls(
  server: FastifyInstance,
  deps: Deps,
  figuresOfAll?: () => Promise<FiguresOfAll>,
): void {
  const { config, db } = deps;
  const reads: Reads = {
    booking: (caller, id) => findBooking(db, caller, id),
    collision: (caller, id) => findCollision(deps, caller, id),
    user: (caller, id) => readUser(db, caller, id, pictureAddresses(deps)),
    exception: (caller, id) => findException(db, caller, id),
  };
  for (const { routes, openPages } of deps.consequences.parts) {
    routes?.(deps);
    openPages?.(server, deps);
  }
  historyRoutes(deps, reads);
  lookupRoutes(deps, reads);
  takeParts(server, deps, deps.sessions.authenticate);
  fileRoutes(server, deps);

  const surroundings = {
    newestBackup: async () =>
      config.backupDir === undefined ? undefined : newestBackup(config.backupDir),
    futureBackup: async () => {
      const [future] =
        config.backupDir === undefined ? [] : await futureBackupsIn(config.backupDir);
      return future && fromFuture(future);
    },
    newestPiece: () => newestPiece(config),
    lastDrill: async () => (config.backupDir === undefined ? null : lastDrill(config.backupDir)),
    processes: async () => (await figuresOfAll?.())?.answering ?? 1,
    isReplicaBehind: deps.isReplicaBehind,
  };
  operationRoutes(deps, surroundings);
  answerMetrics(server, {
    token: config.metricsToken,
    ofAll: figuresOfAll,
    measure: () => measureInstallation(deps, surroundings),
  });

  const streams = createStreams(deps, { collision: (ids) => wholeCollisions(deps, ids) });
  liveRoutes(deps, streams);
  gauge({ name: 'hanya_live_listeners', help: 'Open live streams' }, () => [[{}, streams.count()]]);
  // An open stream would keep the server from closing.
  server.addHook('preClose', () => streams.stop());
}
