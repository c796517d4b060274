import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { OfferedLanguage } from '#contract/languages.ts';
import { consequencesOf } from './acts/consequences.ts';
import { createChores } from './chores.ts';
import type { Config } from './config/config.ts';
import { untilAnswered } from './db/availability.ts';
import type { Pools } from './db/database.ts';
import type { Deps } from './deps.ts';
import { renewEncrypted } from './features/auth/authenticator-app.ts';
import { createSecretBox } from './features/auth/secret-box.ts';
import { createSessions } from './features/auth/sessions.ts';
import { createTokens } from './features/auth/tokens.ts';
import { watchAuthorityName } from './features/contacts/queries.ts';
import { createFileAddresses } from './features/files/addresses.ts';
import { languagesForMs, offeredIn, watchLanguagesOfAll } from './features/languages/queries.ts';
import { liveCursor } from './features/live/queries.ts';
import { createLookups } from './features/lookups/commands.ts';
import { openOwnMap, serveOwnMap } from './features/map/own-map.ts';
import { chooseGateways, mountSandbox } from './features/payments/gateways.ts';
import { firstYearOf } from './features/statistics/queries.ts';
import { chooseMessageGateways } from './gateways/chosen-message-gateways.ts';
import { openFileParts } from './gateways/file-parts.ts';
import { openFileStore } from './gateways/file-store.ts';
import { createMailer } from './gateways/mail.ts';
import type { SandboxFaults } from './gateways/sandbox-paykaduna/faults.ts';
import { countedTogether } from './http/attempts.ts';
import { boundConnections, connectionTimes } from './http/bound-connections.ts';
import { compressAnswers } from './http/compressed.ts';
import { serveDocs } from './http/docs.ts';
import { answerClientError, answerErrors, answerFrameworkErrors } from './http/errors.ts';
import { answerHealth } from './http/health.ts';
import { readsMultipart } from './http/multipart.ts';
import { servePages } from './http/pages.ts';
import { requestIds, tellRequestIds } from './http/request-id.ts';
import { gatherSecurityEvents, refusalNotes } from './http/security-events.ts';
import { secureAnswers } from './http/security-headers.ts';
import { createServe } from './http/serve.ts';
import { answerThisMachineOnly } from './http/this-machine.ts';
import { closeUnusedConnections } from './http/unused-connections.ts';
import { partsOf } from './modules.ts';
import { derivedKeys } from './process/derived-keys.ts';
import { lately } from './process/lately.ts';
import { log } from './process/log.ts';
import type { FiguresOfAll } from './process/metrics.ts';
import { repeat } from './process/repeat.ts';
import { answerCalls } from './routes.ts';

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

/** The product, ready to listen. */
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
    // A slow machine may take minutes to load what is registered.
    pluginTimeout: 0,
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
  const openUpload = readsMultipart(server, config.dataDir);
  const ownMap = await openOwnMap(config);
  const deps: Deps = {
    config,
    consequences: consequencesOf(partsOf(config), () => deps),
    authorityName: watchAuthorityName({ db, config }),
    languagesOfAll: watchLanguagesOfAll({ db, config }),
    ...pools,
    jobs: boss,
    gateways: chooseGateways(config, jwtSecret),
    messages: chooseMessageGateways(config),
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
      openUpload,
      sessions.whyNotProved,
      refusalNotes(securityEvents),
      { positionNow: pools.positionNow, cursorNow: () => liveCursor(db) },
    ),
    openUpload,
    tokens,
    secretBox: createSecretBox(secrets),
    keysFor: derivedKeys(secrets),
    sessions,
    lookups: createLookups(db, secrets, log, securityEvents),
    mapFaults: ownMap.faults,
    log,
  };

  answerCalls(server, deps, figuresOfAll);
  server.addHook('onClose', () => {
    deps.store.close();
  });
  server.addHook('onClose', () => deps.lookups.flush());

  const chores = createChores(boss, deps);
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
  server.addHook('onClose', async () => {
    await noting.stop();
    await securityEvents.write().catch(() => undefined);
    await chores.stop();
  });

  await mountSandbox(server, { config, db, jwtSecret, faults });
  // Of a demo only: whoever is not signed in learns nothing of a real installation.
  if (config.demo) await serveDocs(server);
  const shown = { ...config, firstYear: await untilAnswered(() => firstYearOf(db, config)) };
  const languages = lately<OfferedLanguage[]>([], languagesForMs, async () =>
    offeredIn(await deps.languagesOfAll()),
  );
  const told = async () => ({
    authorityName: await deps.authorityName(),
    languages: await languages(),
  });
  await servePages(server, shown, told, serveOwnMap(server, ownMap));
  return {
    server,
    async work() {
      await untilAnswered(() => renewEncrypted(deps));
      await chores.start();
    },
  };
}
