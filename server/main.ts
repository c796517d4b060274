import cluster from 'node:cluster';
import { queues } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { storedSecret } from './data-folder.ts';
import { closePools, openPools } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate, requireMigrated } from './db/migrate.ts';
import { announce, prepareAccounts } from './first-steps.ts';
import { sweepDrafts } from './gateways/file-store-local.ts';
import { sweepUploads } from './http/multipart.ts';
import { takeLock } from './lock.ts';
import { log } from './log.ts';
import { addressOf, type Close, demandFreePort, serveCalls } from './serving.ts';
import { StartError } from './start-error.ts';
import { ordersOfWorker, startWorkers, tellPrimary } from './workers.ts';

/** Milliseconds for work in flight when the server is told to stop; its workers have less. */
const shutdownTimeoutMs = cluster.isWorker ? 8_000 : 9_500;

/** Closed in the opposite order of opening. */
const opened: Close[] = [];
const onClose = (close: Close): void => void opened.push(close);
let stopping = false;

process.on('SIGTERM', () => void stop(0));
// A terminal sends its interrupt to every process; the workers are told by the first one.
process.on('SIGINT', () => void (cluster.isWorker || stop(0)));
// The process that started us is gone, for whatever reason.
process.on('disconnect', () => void stop(0));

const starting = run();
await starting;

async function run(): Promise<void> {
  try {
    const config = readConfig(process.env);
    await (cluster.isWorker ? startWorker(config) : startPrimary(config));
  } catch (error) {
    if (!stopping) await tellFailure(error);
    setImmediate(() => void stop(1));
  }
}

async function startWorker(config: Config): Promise<void> {
  await serveCalls(config, ordersOfWorker(), onClose);
  await tellPrimary('ready');
}

/** Does what is done once for all processes, and serves in this one if it is to be the only one. */
async function startPrimary(config: Config): Promise<void> {
  const address = addressOf(config);
  const lock = takeLock(config.dataDir, address);
  onClose(() => {
    lock.release();
  });
  await Promise.all([sweepUploads(config.dataDir), sweepDrafts(config.dataDir)]);
  const { appUrl, ownerUrl } = await openServer(config);
  await (config.migrates
    ? migrate(ownerUrl, appUrl, { queues })
    : requireMigrated(appUrl, { queues }));
  const pools = openPools(appUrl, config);
  onClose(() => closePools(pools));
  await prepareAccounts(pools.db, config);
  const orders = { appUrl, jwtSecret: config.jwtSecret ?? storedSecret(config.dataDir) };
  if (config.processes === 1) {
    await serveCalls(config, { ...orders, doesChores: true }, onClose);
  } else {
    await demandFreePort(config);
    const workers = startWorkers(config.processes, orders);
    onClose(() => workers.stop());
    await workers.ready;
  }
  process.stdout.write(`Hanya is ready at ${address}\n`);
  await announce(pools.db, config);
}

async function openServer(config: Config): Promise<{ appUrl: string; ownerUrl: string }> {
  if (config.databaseUrl !== undefined) {
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl,
    };
  }
  const embedded = await startEmbedded(config.dataDir, config);
  onClose(() => embedded.stop());
  embedded.keepRunning((line) => {
    log.warn(line);
  });
  if (!embedded.folder.startsWith(config.dataDir)) {
    process.stdout.write(`The database's files are in ${embedded.folder}\n`);
  }
  return embedded;
}

/** Closes everything once, in at most ten seconds, and ends the process. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(code || 1), shutdownTimeoutMs).unref();
  // Whatever is being opened right now must be closed as well.
  await starting;
  for (const close of opened.reverse()) {
    try {
      await close();
    } catch (error) {
      log.error(error);
    }
  }
  process.exit(code);
}

/** The first process tells it for a worker, so that what stops all of them is said once. */
async function tellFailure(error: unknown): Promise<void> {
  const failed = error instanceof StartError ? error.message : inFull(error);
  if (cluster.isWorker) await tellPrimary({ failed });
  else process.stderr.write(`${failed}\n`);
}

function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
