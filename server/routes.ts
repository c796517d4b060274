import type { FastifyInstance } from 'fastify';
import { fromFuture, futureBackupsIn } from './backup/backup-folder.ts';
import { lastDrill } from './backup/drill.ts';
import { newestBackup, newestPiece } from './backup/nightly.ts';
import type { Deps } from './deps.ts';
import { takeParts } from './features/collisions/upload.ts';
import { fileRoutes } from './features/files/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { createStreams } from './features/live/streams.ts';
import { measureInstallation } from './features/operations/queries.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { answerMetrics } from './http/metrics.ts';
import { type FiguresOfAll, gauge } from './process/metrics.ts';

/** Mounts the calls of all parts, and those that need more of the server. */
export function answerCalls(
  server: FastifyInstance,
  deps: Deps,
  figuresOfAll?: () => Promise<FiguresOfAll>,
): void {
  const { config } = deps;
  for (const { routes, openPages } of deps.consequences.parts) {
    routes?.(deps);
    openPages?.(server, deps);
  }
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

  const streams = createStreams(deps);
  liveRoutes(deps, streams);
  gauge({ name: 'hanya_live_listeners', help: 'Open live streams' }, () => [[{}, streams.count()]]);
  // An open stream would keep the server from closing.
  server.addHook('preClose', () => streams.stop());
}
