import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { openHome } from '#server/db/embedded/home.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { memoryFlags, memoryVariables } from '#server/process/memory.ts';
import { freePort } from '../../support/free-port.ts';
import { plainEnvironment, smallMemoryMb } from '../../support/plain-environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type MapHost, startMapHost } from './map-host.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Urls {
  readonly appUrl: string;
  readonly ownerUrl: string;
}

/** The product as a process of its own, with a data folder and an embedded database of its own. */
export class RunningServer {
  readonly url: string;
  readonly dataDir = temporaryFolder();
  /** Where its map comes from. */
  readonly mapHost: MapHost;
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #said = '';
  /** Reused by all queries while the server runs. */
  #database: Promise<Database> | undefined;

  /** `env` changes the configuration. */
  constructor(port: number, mapHost: MapHost, env: Readonly<Record<string, string>> = {}) {
    this.#port = port;
    this.#env = env;
    this.mapHost = mapHost;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** What it has printed since it was last started. */
  get said(): string {
    return this.#said;
  }

  /** Starts the server on its folder and waits until it says that it is ready. */
  async start(): Promise<void> {
    if (!existsSync(join(root, 'dist/web/index.html'))) {
      throw new Error('The web app isn’t built: run npm run build before the browser tests.');
    }
    const child = spawn(process.execPath, [...memoryFlags(smallMemoryMb, 1), 'server/main.ts'], {
      cwd: root,
      env: {
        ...plainEnvironment(),
        ...memoryVariables,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        DEMO: 'on',
        PROCESSES: '1',
        // Notices are off: payments arrive when somebody asks, so that a test sees both before and
        // after.
        SANDBOX_NOTICES: 'off',
        // On a busy machine a good query may take long.
        READ_TIMEOUT_MS: '60000',
        SEARCH_TIMEOUT_MS: '60000',
        MAP_TILES_URL: this.mapHost.tilesUrl,
        ...this.#env,
      },
      // Over the channel the server notices when this process is gone, and stops.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process = child;
    this.#said = '';
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const listen = (data: Buffer) => {
      this.#said += data.toString();
      if (this.#said.includes('Hanya is ready at')) resolve(undefined);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${String(code)}:\n${this.#said}`)),
    );
    await promise;
  }

  /** Kills the server as a power cut would; its database process survives. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the server to stop. Throws unless it does so in order. */
  async stop(): Promise<void> {
    const code = await this.#end('SIGTERM');
    if (code !== 0) throw new Error(`The server stopped with ${String(code)}:\n${this.#said}`);
  }

  /** Addresses of the database, which must run: a killed server's does. */
  async urls(): Promise<Urls> {
    return startEmbedded(this.dataDir, { databaseMemoryMb: smallMemoryMb });
  }

  /** Runs queries as the application's role. */
  async query<T>(ask: (db: Database) => Promise<T>): Promise<T> {
    this.#database ??= this.urls().then(({ appUrl }) => openDatabase(appUrl, { max: 2 }));
    return ask(await this.#database);
  }

  /** Stops what still runs, the database too, and removes every file. */
  async remove(): Promise<void> {
    const home = openHome(this.dataDir);
    try {
      if (this.#process) await this.stop();
    } finally {
      this.mapHost.close();
      await stopPostmaster(home);
      rmSync(home.folder, { recursive: true, force: true });
      rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  protected async disconnect(): Promise<void> {
    const database = this.#database;
    this.#database = undefined;
    if (database) await closeDatabase(await database);
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#process;
    if (!child) throw new Error('The server doesn’t run.');
    this.#process = undefined;
    await this.disconnect();
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server had ended by itself:\n${this.#said}`);
    }
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    return child.exitCode;
  }
}

/** Where a cluster that runs is found: bench/cluster/browse.mjs says it in the variable CLUSTER. */
interface ClusterPlace extends Urls {
  readonly port: number;
  /** Where its servers are told to start and to end. */
  readonly orders: string;
}

/** The same tests on a cluster behind a proxy, whose servers all end and start together. */
class RunningCluster extends RunningServer {
  readonly #place: ClusterPlace;

  constructor(place: ClusterPlace) {
    // Its map's host is the cluster's, and always answers.
    super(place.port, {
      url: '',
      tilesUrl: '',
      does: 'tiles',
      held: undefined,
      close: () => undefined,
    });
    this.#place = place;
  }

  override start(): Promise<void> {
    return this.#order('start');
  }

  override kill(): Promise<void> {
    return this.#order('kill');
  }

  override stop(): Promise<void> {
    return this.#order('stop');
  }

  override urls(): Promise<Urls> {
    return Promise.resolve(this.#place);
  }

  override async remove(): Promise<void> {
    await this.disconnect();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #order(order: 'start' | 'kill' | 'stop'): Promise<void> {
    const answer = await fetch(`${this.#place.orders}/${order}`, { method: 'POST' });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

/** A server that runs, on a free port, or the cluster that the tests are to be run against. */
export async function startServer(): Promise<RunningServer> {
  const cluster = process.env['CLUSTER'];
  if (cluster !== undefined) return new RunningCluster(JSON.parse(cluster) as ClusterPlace);
  const server = new RunningServer(await freePort(), await startMapHost());
  try {
    await server.start();
  } catch (error) {
    await server.kill().catch(() => undefined);
    await server.remove();
    throw error;
  }
  return server;
}
