import cluster from 'node:cluster';
import type { ListenOptions } from 'node:net';
import { buildApp } from '../app.ts';
import { listenError } from '../config/address.ts';
import type { Config } from '../config/config.ts';
import { closePools, openPools } from '../db/database.ts';
import { startJobs } from '../db/queues.ts';
import { figuresOfWorkers } from './workers.ts';

/** The knowledge of a serving process besides the configuration. */
export interface Orders {
  readonly appUrl: string;
  readonly jwtSecret: string;
  /** True if it also works the jobs, folds and seals: of several processes, one does. */
  readonly doesChores: boolean;
}

export type Close = () => void | Promise<void>;

/**
 * Each process listens by itself, and the system shares connections out. Node's own way lets the
 * first process hand them on: one handed to a killed process stays open for ever. Systems other
 * than Linux can't share, and keep that way.
 */
const reusePort = cluster.isWorker && process.platform === 'linux';

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
  const boss = await startJobs(appUrl, { doesChores });
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
