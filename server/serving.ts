import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import { buildApp } from './app.ts';
import { type Config, urlHost } from './config.ts';
import { hasCode } from './data-folder.ts';
import { closePools, openPools } from './db/database.ts';
import { openJobs } from './db/queues.ts';
import { StartError } from './start-error.ts';
import { figuresOfWorkers } from './workers.ts';

/** What a process that serves calls must know besides the configuration. */
export interface Orders {
  readonly appUrl: string;
  readonly jwtSecret: string;
  /** Whether it also works the jobs, folds and seals: of several processes, one does. */
  readonly doesChores: boolean;
}

export type Close = () => void | Promise<void>;

/**
 * Each process listens by itself and the system shares connections out among them. Node's own way,
 * in which the first process hands them on, leaves one open for ever that is handed to a process
 * which has just been killed. Systems other than Linux don't know how to share, and keep that way.
 */
const reusePort = cluster.isWorker && process.platform === 'linux';

export const addressOf = ({ host, port }: Config): string => `http://${urlHost(host)}:${port}`;

/**
 * Serves calls in this process; resolves once it listens. `onClose` is given what closes it, to be
 * called in the opposite order. Throws `StartError` when the port can't be had.
 */
export async function serveCalls(
  config: Config,
  { appUrl, jwtSecret, doesChores }: Orders,
  onClose: (close: Close) => void,
): Promise<void> {
  const pools = openPools(appUrl, config);
  onClose(() => closePools(pools));
  const boss = openJobs(appUrl, { doesChores });
  await boss.start();
  const figuresOfAll = cluster.isWorker ? figuresOfWorkers() : undefined;
  const { server, work } = await buildApp({
    config,
    pools,
    boss,
    jwtSecret,
    ...(figuresOfAll && { figuresOfAll }),
  });
  onClose(() => server.close());
  // Closed before the server: a job that makes a bill may still call its sandbox gateway.
  onClose(() => boss.stop({ graceful: true, timeout: 4_500 }));
  try {
    const where = { port: config.port, host: config.host, reusePort } satisfies ListenOptions;
    await server.listen(where);
  } catch (error) {
    throw listenError(error, config);
  }
  if (doesChores) await work();
}

/** Throws `StartError` when another program has the port: several processes would share it with that one. */
export async function demandFreePort(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, config);
  }
  probe.close();
  await once(probe, 'close');
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
