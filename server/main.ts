import cluster from 'node:cluster';
import { mkdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { addressOf, demandFreePort } from './config/address.ts';
import { type Config, readConfig } from './config/config.ts';
import { refuseIfHeld, takeLock } from './process/lock.ts';
import { log } from './process/log.ts';
import { whyTooLittle } from './process/memory.ts';
import type { Close } from './process/serving.ts';
import { StartError } from './process/start-error.ts';
import { tellingWaits } from './process/telling-waits.ts';
import { ordersOfWorker, startWorkers, tellPrimary, type Workers } from './process/workers.ts';

/** Milliseconds for work in flight when the server is told to stop; its workers have less. */
const shutdownTimeoutMs = cluster.isWorker ? 8_000 : 9_500;

// Whatever is written is this user's alone, also by libraries that ask for more.
process.umask(0o077);

/** Closed in the opposite order of opening. */
const opened: Close[] = [];
const onClose = (close: Close): void => void opened.push(close);
/** They use what is opened after they have begun, so they are closed before all of it. */
let workers: Workers | undefined;
const stopping = new AbortController();

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
    if (!stopping.signal.aborted) await tellFailure(error);
    setImmediate(() => void stop(1));
  }
}

async function startWorker(config: Config): Promise<void> {
  keepCompiled(config);
  const { serveCalls } = await import('./process/serving.ts');
  const orders = await ordersOfWorker(stopping.signal);
  // All of them load the same, so one writes it: before it serves, as the first time takes a second.
  if (orders.doesChores) flushCompileCache();
  await serveCalls(config, orders, onClose);
  await tellPrimary('ready');
}

/** Opens what all processes need, and serves in this one if it is to be the only one. */
async function startPrimary(config: Config): Promise<void> {
  const tooLittle = whyTooLittle(config.memoryMb, config.processes);
  if (tooLittle !== null) process.stdout.write(`${tooLittle}\n`);
  const address = addressOf(config);
  refuseIfHeld(config.dataDir);
  await demandFreePort(config);
  const lock = takeLock(config.dataDir, address);
  onClose(() => {
    lock.release();
  });
  keepCompiled(config);
  const opening = import('./process/opening.ts').then(({ openInstallation }) =>
    openInstallation(config, onClose),
  );
  if (config.processes === 1) {
    const [{ serveCalls }, { orders }] = await Promise.all([
      import('./process/serving.ts'),
      opening,
    ]);
    flushCompileCache();
    await tellingWaits('starting the server', () =>
      serveCalls(config, { ...orders, doesChores: true }, onClose),
    );
  } else {
    workers = startWorkers(
      config,
      opening.then(({ orders }) => orders),
    );
    const { ready } = workers;
    await opening;
    await tellingWaits('starting the server processes', () => ready);
    flushCompileCache();
  }
  process.stdout.write(`Hanya is ready at ${address}\n`);
  const { announce } = await opening;
  await announce();
  // The starter says how long that took.
  process.send?.('ready');
}

/**
 * Keeps the code that is loaded from here on compiled for the next start. The folder is our own:
 * code in a shared one could be anybody's, and would be run.
 */
function keepCompiled({ dataDir }: Config): void {
  const folder = join(dataDir, 'compiled');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  enableCompileCache(folder);
}

/** Closes everything once, in at most ten seconds, and ends the process. */
async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(code || 1), shutdownTimeoutMs).unref();
  // Whatever is being opened right now must be closed as well.
  await starting;
  for (const close of [...opened, () => workers?.stop()].reverse()) {
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
