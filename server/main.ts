import { buildApp, queues } from './app.ts';
import { type Config, readConfig, urlHost } from './config.ts';
import { hasCode, storedSecret } from './data-folder.ts';
import { closePools, openPools } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { openJobs } from './db/queues.ts';
import { announce, prepareAccounts } from './first-steps.ts';
import { sweepDrafts } from './gateways/file-store-local.ts';
import { sweepUploads } from './http/multipart.ts';
import { takeLock } from './lock.ts';
import { StartError } from './start-error.ts';

/** Milliseconds for work in flight when the server is told to stop. */
const shutdownTimeoutMs = 9_000;

type Close = () => void | Promise<void>;

/** Closed in the opposite order of opening. */
const opened: Close[] = [];
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// The process that started us is gone, for whatever reason.
process.on('disconnect', () => void stop(0));

const starting = run();
await starting;

async function run(): Promise<void> {
  try {
    await start(readConfig(process.env));
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : inFull(error)}\n`);
    setImmediate(() => void stop(1));
  }
}

async function start(config: Config): Promise<void> {
  const address = `http://${urlHost(config.host)}:${config.port}`;
  const lock = takeLock(config.dataDir, address);
  opened.push(() => {
    lock.release();
  });
  await Promise.all([sweepUploads(config.dataDir), sweepDrafts(config.dataDir)]);
  const { appUrl, ownerUrl } = await openServer(config);
  await migrate(ownerUrl, appUrl, { queues });
  const pools = openPools(appUrl, config);
  opened.push(() => closePools(pools));
  const { db } = pools;
  await prepareAccounts(db, config);
  const boss = openJobs(appUrl);
  await boss.start();
  const jwtSecret = config.jwtSecret ?? storedSecret(config.dataDir);
  const { server, work } = await buildApp({ config, pools, boss, jwtSecret });
  opened.push(() => server.close());
  // Closed before the server: a job that makes a bill may still call its sandbox gateway.
  opened.push(() => boss.stop({ graceful: true, timeout: shutdownTimeoutMs / 2 }));
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenError(error, config);
  }
  await work();
  process.stdout.write(`Hanya is ready at ${address}\n`);
  await announce(db, config);
}

async function openServer(config: Config): Promise<{ appUrl: string; ownerUrl: string }> {
  if (config.databaseUrl !== undefined) {
    return {
      appUrl: config.databaseUrl,
      ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl,
    };
  }
  const embedded = await startEmbedded(config.dataDir);
  opened.push(() => embedded.stop());
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
      process.stderr.write(`${inFull(error)}\n`);
    }
  }
  process.exit(code);
}

function listenError(error: unknown, { host, port }: Config): unknown {
  if (hasCode(error, 'EADDRINUSE')) {
    return new StartError(
      `Port ${port} on ${host} is in use by another program: choose another with PORT, as in PORT=${port === 65_535 ? port - 1 : port + 1} npm start.`,
    );
  }
  if (hasCode(error, 'EACCES')) {
    return new StartError(`Port ${port} needs more rights: choose one above 1023 with PORT.`);
  }
  if (hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'ENOTFOUND')) {
    return new StartError(`HOST is ${host}, which isn't an address of this machine.`);
  }
  return error;
}

function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
