// npm run bench -- cluster [--prove] [--walk] [--browse [specs]] [--port=4500]
// The product as a cluster on loopback: a proxy, three servers, PgBouncer in transaction mode, a
// primary with a synchronous replica, and a store for files. `walk`: goes through it, kills each server
// and then the primary, says what was checked, and ends. `browse`: runs the browser's journeys, or the specs that
// are named, against it, after npm run build. Needs Debian's pgbouncer and haproxy.
// `prove`: two servers on three machines that Patroni keeps, which lose one primary after the other. It
// makes a Debian for their programs, so it must be root's, and needs Debian's debootstrap.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { startMapHost } from '../tests/e2e/support/map-host.ts';
import { startS3 } from '../tests/gateways/s3-server.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { browse } from './cluster/browse.mjs';
import { startDatabases } from './cluster/databases.mjs';
import { proveFailover } from './cluster/failover.mjs';
import { startPooler, startProxy } from './cluster/middle.mjs';
import { prove } from './cluster/proof.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prove: { type: 'boolean', default: false },
    walk: { type: 'boolean', default: false },
    browse: { type: 'boolean', default: false },
    port: { type: 'string', default: '4500' },
  },
});
const port = Number(values.port);
const serverPorts = [port + 1, port + 2, port + 3];
const poolerPort = port + 4;
const folder = temporaryFolder();
/** Closed in the opposite order of opening. */
const opened = [];
const servers = [];
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort());
process.once('SIGTERM', () => stopped.abort());

if (!values.prove) requirePrograms();
try {
  await (values.prove ? inTime(runOnPatroni()) : run());
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${inspect(error)}\n`);
  for (const server of servers) process.stderr.write(server.said().slice(-2_000));
} finally {
  for (const close of opened.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** Gives up at a signal, or after ten minutes. */
async function inTime(work) {
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(600_000)]);
  await Promise.race([
    work,
    once(signal, 'abort').then(() => {
      throw new Error('It was broken off.');
    }),
  ]);
}

async function runOnPatroni() {
  const store = await startS3();
  opened.push(() => store.stop());
  opened.push(() => Promise.all(servers.map((server) => server.stop('SIGKILL'))));
  await proveFailover({
    folder,
    port,
    files: filesUrl(store),
    opened,
    async startServer(serverPort, env) {
      const server = await startServer(serverPort, env);
      servers.push(server);
      return server;
    },
  });
}

function filesUrl({ place }) {
  return `s3://S3RVER:S3RVER@${new URL(place.endpoint).host}/evidence?tls=off`;
}

async function run() {
  const store = await startS3();
  opened.push(() => store.stop());
  const databases = await startDatabases(folder);
  opened.push(() => databases.stop());
  const pooler = await startPooler(folder, poolerPort, databases);
  opened.push(() => pooler.stop());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    PROCESSES: '1',
    DEMO: 'on',
    JWT_SECRET: 'a secret for a cluster on one machine',
    PUBLIC_URL: url,
    DATABASE_URL: pooler.url('hanya'),
    DATABASE_READ_URL: pooler.url('hanya_read'),
    DATABASE_POOLER: 'on',
    DATABASE_OWNER_URL: databases.ownerUrl,
    // All of it shares one machine here.
    READ_TIMEOUT_MS: values.browse ? '60000' : '20000',
    SEARCH_TIMEOUT_MS: values.browse ? '60000' : '20000',
    FILES_URL: filesUrl(store),
  };
  if (values.browse) {
    const mapHost = await startMapHost();
    opened.push(() => mapHost.close());
    // As in the browser's tests: payments arrive when somebody asks.
    Object.assign(env, { SANDBOX_NOTICES: 'off', MAP_TILES_URL: mapHost.tilesUrl });
  }
  const startServers = async () => {
    for (const serverPort of serverPorts) servers.push(await startServer(serverPort, env));
  };
  const replaceServer = async (server) => {
    await server.stop('SIGKILL');
    servers[servers.indexOf(server)] = await startServer(server.port, env);
  };
  opened.push(() => Promise.all(servers.map((server) => server.stop())));
  await startServers();
  const proxy = await startProxy(folder, port, serverPorts);
  opened.push(() => proxy.stop());
  process.stdout.write(`The cluster is ready at ${url}: servers ${serverPorts.join(', ')}\n`);
  if (values.walk) await prove({ url, servers, replaceServer, databases, pooler });
  if (values.browse) await browse({ url, servers, startServers, databases, specs: positionals });
  if (!values.walk && !values.browse && !stopped.signal.aborted)
    await once(stopped.signal, 'abort');
}

function requirePrograms() {
  const missing = ['pgbouncer', 'haproxy'].filter(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error,
  );
  if (missing.length === 0) return;
  process.stderr.write(`Missing: apt-get install --no-install-recommends ${missing.join(' ')}\n`);
  process.exit(1);
}

async function startServer(serverPort, env) {
  const dataDir = join(folder, `server-${serverPort}`);
  mkdirSync(dataDir, { recursive: true });
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, PORT: String(serverPort), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const exit = once(child, 'exit');
  while (!said.includes('Hanya is ready at')) {
    if (child.exitCode !== null) throw new Error(`A server ended:\n${said}`);
    await sleep(100);
  }
  return {
    port: serverPort,
    url: `http://127.0.0.1:${serverPort}`,
    said: () => said,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exit;
    },
  };
}
