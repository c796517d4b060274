import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { backupTroubles, newestBackup, workBackup } from './backup/nightly.ts';
import type { Config } from './config.ts';
import type { Pools } from './db/database.ts';
import type { Deps } from './deps.ts';
import { activityRoutes } from './features/activities/routes.ts';
import { createAlarms } from './features/alarms/commands.ts';
import { rootTroubles, scheduleAudit, workAudit } from './features/audit/nightly.ts';
import { sealAudit } from './features/audit/seals.ts';
import { renewEncrypted } from './features/auth/authenticator-app.ts';
import { authRoutes } from './features/auth/routes.ts';
import { createSecretBox } from './features/auth/secret-box.ts';
import { createSessions } from './features/auth/sessions.ts';
import { createTokens } from './features/auth/tokens.ts';
import { bookingRoutes } from './features/bookings/routes.ts';
import { broughtInRecordRoutes } from './features/brought-in-records/routes.ts';
import { wholeCollisions } from './features/collisions/queries.ts';
import { collisionRoutes } from './features/collisions/routes.ts';
import { takeParts } from './features/collisions/upload.ts';
import { createAuthorityKeys } from './features/devices/authority-keys.ts';
import { deviceRoutes } from './features/devices/routes.ts';
import { dossierRoutes } from './features/dossiers/routes.ts';
import { exceptionRoutes } from './features/exceptions/routes.ts';
import { createFileAddresses } from './features/files/addresses.ts';
import { fileRoutes } from './features/files/routes.ts';
import { historyRoutes } from './features/history/routes.ts';
import { knownPlateRoutes } from './features/known-plates/routes.ts';
import { lateRecordRoutes } from './features/late-records/routes.ts';
import { workLive } from './features/live/jobs.ts';
import { liveCursor } from './features/live/queries.ts';
import { liveRoutes } from './features/live/routes.ts';
import { createStreams } from './features/live/streams.ts';
import { createLookups } from './features/lookups/commands.ts';
import { lookupRoutes } from './features/lookups/routes.ts';
import { mapRoutes } from './features/map/routes.ts';
import { offenceRoutes } from './features/offences/routes.ts';
import { measureInstallation } from './features/operations/queries.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { publicTicketRoutes } from './features/papers/public-routes.ts';
import { paperRoutes } from './features/papers/routes.ts';
import { chooseGateways, mountSandbox } from './features/payments/gateways.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { workPayments } from './features/payments/workers.ts';
import { placeRoutes } from './features/places/routes.ts';
import { reconciliationRoutes } from './features/reconciliation/routes.ts';
import { foldCounters } from './features/statistics/commands.ts';
import { statisticsRoutes } from './features/statistics/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { openFileParts } from './gateways/file-parts.ts';
import { openFileStore } from './gateways/file-store.ts';
import { createMailer } from './gateways/mail.ts';
import type { SandboxFaults } from './gateways/sandbox-paykaduna/faults.ts';
import { countedTogether, forgetAttempts } from './http/attempts.ts';
import { boundConnections, connectionTimes } from './http/bound-connections.ts';
import { compressAnswers } from './http/compressed.ts';
import { serveDocs } from './http/docs.ts';
import { answerClientError, answerErrors, answerFrameworkErrors } from './http/errors.ts';
import { answerHealth } from './http/health.ts';
import { answerMetrics } from './http/metrics.ts';
import { readsMultipart } from './http/multipart.ts';
import { servePages } from './http/pages.ts';
import { requestIds, tellRequestIds } from './http/request-id.ts';
import { gatherSecurityEvents, refusalNotes } from './http/security-events.ts';
import { secureAnswers } from './http/security-headers.ts';
import { createServe } from './http/serve.ts';
import { answerThisMachineOnly } from './http/this-machine.ts';
import { closeUnusedConnections } from './http/unused-connections.ts';
import { log } from './log.ts';
import { type FiguresOfAll, gauge } from './metrics.ts';
import { workPruning } from './pruning.ts';
import { repeat } from './repeat.ts';

export interface Parts {
  readonly config: Config;
  readonly pools: Pools;
  readonly boss: PgBoss;
  readonly jwtSecret: string;
  /** Faults that tests switch on in the sandbox gateway. */
  readonly faults?: SandboxFaults;
  /** The figures of all processes of this server; by default those of this one. */
  readonly figuresOfAll?: () => Promise<FiguresOfAll>;
}

export interface App {
  readonly server: FastifyInstance;
  /** Takes up the jobs; called once the server listens. */
  readonly work: () => Promise<void>;
}

/** The product, ready to listen: the list of features is the table of contents. */
export async function buildApp(parts: Parts): Promise<App> {
  const { config, pools, boss, jwtSecret, faults, figuresOfAll } = parts;
  const { db } = pools;
  const loggerInstance: FastifyBaseLogger = log;
  const server = Fastify({
    loggerInstance,
    // Calls are counted and timed by the metrics, not written.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    genReqId: requestIds(config.trustedProxies),
    // The longest is the id of a passkey.
    routerOptions: { maxParamLength: 1_500 },
    ...connectionTimes,
    forceCloseConnections: 'idle',
    // Any other caller could write what it likes into X-Forwarded-For.
    trustProxy: [...config.trustedProxies],
    frameworkErrors: answerFrameworkErrors(config),
    clientErrorHandler: answerClientError,
  });
  tellRequestIds(server);
  answerErrors(server);
  secureAnswers(server);
  closeUnusedConnections(server);
  boundConnections(server);
  if (config.demo) answerThisMachineOnly(server);
  answerHealth(server, pools);
  await compressAnswers(server);
  await server.register(rateLimit, { global: false, store: countedTogether(db) });

  const previous = config.jwtSecretPrevious === undefined ? [] : [config.jwtSecretPrevious];
  const secrets: [string, ...string[]] = [jwtSecret, ...previous];
  const tokens = createTokens(secrets);
  const securityEvents = gatherSecurityEvents(db, jwtSecret);
  const sessions = createSessions(db, tokens, config);
  const deps: Deps = {
    config,
    ...pools,
    jobs: boss,
    gateways: chooseGateways(config, jwtSecret),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      dataDir: config.dataDir,
    }),
    store: await openFileStore(config),
    parts: await openFileParts(config),
    fileAddresses: createFileAddresses(secrets),
    serve: createServe(
      server,
      sessions.authenticate,
      readsMultipart(server, config.dataDir),
      sessions.whyNotProved,
      refusalNotes(securityEvents),
      { positionNow: pools.positionNow, cursorNow: () => liveCursor(db) },
    ),
    tokens,
    secretBox: createSecretBox(secrets),
    authorityKeys: createAuthorityKeys(secrets),
    sessions,
    lookups: createLookups(db, secrets, log, securityEvents),
    log,
  };

  authRoutes(deps);
  userRoutes(deps);
  bookingRoutes(deps);
  paymentRoutes(deps);
  paperRoutes(deps);
  publicTicketRoutes(server, deps);
  exceptionRoutes(deps);
  reconciliationRoutes(deps);
  offenceRoutes(deps);
  placeRoutes(deps);
  statisticsRoutes(deps);
  activityRoutes(deps);
  historyRoutes(deps);
  lateRecordRoutes(deps);
  broughtInRecordRoutes(deps);
  lookupRoutes(deps);
  mapRoutes(deps);
  collisionRoutes(deps);
  takeParts(server, deps, sessions.authenticate);
  viewRoutes(deps);
  dossierRoutes(deps);
  deviceRoutes(deps);
  knownPlateRoutes(deps);
  fileRoutes(server, deps);
  const surroundings = {
    newestBackup: async () =>
      config.backupDir === undefined ? undefined : newestBackup(config.backupDir),
    processes: async () => (await figuresOfAll?.())?.answering ?? 1,
  };
  operationRoutes(deps, surroundings);
  answerMetrics(server, {
    token: config.metricsToken,
    ofAll: figuresOfAll,
    measure: () => measureInstallation(deps, surroundings),
  });
  server.addHook('onClose', () => {
    deps.store.close();
  });
  server.addHook('onClose', () => deps.lookups.flush());

  const streams = createStreams(deps, (ids) => wholeCollisions(deps, ids));
  liveRoutes(deps, streams);
  gauge({ name: 'hanya_live_listeners', help: 'Open live streams' }, () => [[{}, streams.count()]]);
  const folding = repeat({
    intervalMs: 1_000,
    // A read adds what isn't folded yet, so nobody waits for it.
    idleMs: 5_000,
    step: () => foldCounters(db),
    log,
  });
  const sealing = repeat({ intervalMs: 200, idleMs: 1_000, step: () => sealAudit(db), log });
  const forgetting = repeat({
    intervalMs: 60_000,
    idleMs: 60_000,
    step: () => forgetAttempts(db),
    log,
  });
  const checkAlarms = createAlarms(deps);
  const watching = repeat({
    intervalMs: 60_000,
    idleMs: 60_000,
    step: async () => {
      const others = [...(await backupTroubles(config)), ...(await rootTroubles(deps))];
      const changed = await checkAlarms(others);
      await scheduleAudit(boss);
      return changed;
    },
    log,
  });
  const noting = repeat({
    intervalMs: 2_000,
    idleMs: 2_000,
    step: async () => {
      await securityEvents.write();
      return 0;
    },
    log,
  });
  await noting.start();
  // An open stream would keep the server from closing.
  server.addHook('preClose', () => streams.stop());
  server.addHook('onClose', async () => {
    await noting.stop();
    await securityEvents.write().catch(() => undefined);
    await Promise.all([folding.stop(), sealing.stop(), forgetting.stop(), watching.stop()]);
  });

  await mountSandbox(server, { config, db, jwtSecret, faults });
  // Of a demo only: whoever is not signed in learns nothing of a real installation.
  if (config.demo) await serveDocs(server);
  await servePages(server, config);
  return {
    server,
    async work() {
      await renewEncrypted(deps);
      await Promise.all([folding.start(), sealing.start(), forgetting.start(), watching.start()]);
      await workPayments(boss, deps);
      await workLive(boss, deps);
      await workPruning(boss, deps);
      await workAudit(boss, deps);
      await workBackup(boss, deps);
    },
  };
}
