import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, isPostgresOn } from '#server/process/process-identity.ts';
import { StartError } from '#server/process/start-error.ts';
import { program } from './binaries.ts';
import type { Home } from './home.ts';
import type { RunAs } from './root.ts';
import { settings } from './settings.ts';

/** The content of PostgreSQL's pid file. */
interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/**
 * The environment of PostgreSQL's programs: without our variables, so that no `PG…` setting
 * misleads them.
 */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { LC_ALL: 'C', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) };
}

/**
 * Makes a PostgreSQL server run on the cluster and answers its port on loopback: `wanted`, or one
 * that is free. One that outlived its starter is adopted. Waits for as long as it is starting, since
 * recovery on a slow disk takes its time. Throws `StartError` when it ends, or no longer should run.
 */
export async function runPostmaster(
  home: Home,
  options: { readonly wanted?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const port = await openPostmaster(home, options);
  // After a recovery the checkpointer reckons without `archive_timeout` until it reads it again.
  if (home.archive !== undefined) await control(home, ['reload']).catch(() => undefined);
  return port;
}

async function openPostmaster(
  home: Home,
  { wanted, signal }: { readonly wanted?: number; readonly signal?: AbortSignal },
): Promise<number> {
  const found = readPidFile(home);
  if (found && isAlive(found.pid)) {
    if (isPostgresOn(found.pid, home.cluster)) {
      const port = await untilReady(home, () => isAlive(found.pid));
      if (port !== undefined) return port;
    } else {
      // The process id in the file belongs to another program by now, which PostgreSQL would take
      // for a running server.
      rmSync(join(home.cluster, 'postmaster.pid'), { force: true });
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    const port = await spawnPostmaster(home, wanted ?? (await freePort()));
    if (port !== undefined) return port;
    if (attempt === 3 || signal?.aborted) throw startFailed(home);
    // Another program took the port in between, or the processes of a killed server are still
    // ending.
    await sleep(500 * attempt);
  }
}

/** Stops the server on the cluster, whoever started it; open transactions are rolled back. */
export async function stopPostmaster(home: Home): Promise<void> {
  const found = readPidFile(home);
  if (!found || !isAlive(found.pid) || !isPostgresOn(found.pid, home.cluster)) return;
  await control(home, ['stop', '-m', 'fast', '-w', '-t', '8']);
}

async function control(home: Home, words: readonly string[]): Promise<void> {
  const controlling = spawn(
    program(home.binaries, 'pg_ctl'),
    [...words, '-D', home.cluster, '-s'],
    { stdio: 'ignore', cwd: home.folder, env: bareEnvironment(), ...home.runAs },
  );
  await new Promise<void>((done, failed) => {
    controlling.once('error', failed);
    controlling.once('exit', () => {
      done();
    });
  });
}

/** Milliseconds between two looks at a server that runs. */
const watchIntervalMs = 250;
/** Milliseconds before it is started again when that has just failed: doubled each time. */
const restartPauseMs = { first: 250, longest: 15_000 };

export interface Watch {
  /** From now on the server may end. Resolves when it isn't being started either. */
  stop(): Promise<void>;
}

/**
 * Starts the server on the cluster again whenever it has ended by itself, on the same port. A
 * failure to start is said once.
 */
export function keepRunning(home: Home, port: number, say: (line: string) => void): Watch {
  const stopping = new AbortController();
  const { signal } = stopping;
  const isOver = () => signal.aborted;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

  async function restart(): Promise<void> {
    let said: string | undefined;
    for (let next = restartPauseMs.first; !signal.aborted;) {
      try {
        const now = await runPostmaster(home, { wanted: port, signal });
        if (now !== port)
          throw new StartError(`The database is running on port ${now} instead of ${port}.`);
        say('The database has started again.');
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== said && !isOver()) say(`${reason} Hanya will try again.`);
        said = reason;
        await pause(next);
        next = Math.min(next * 2, restartPauseMs.longest);
      }
    }
  }

  async function watch(): Promise<void> {
    let pid = readPidFile(home)?.pid;
    while (!isOver()) {
      await pause(watchIntervalMs);
      if (isOver() || (pid !== undefined && isAlive(pid))) continue;
      say('The database stopped by itself. Hanya is starting it again.');
      await restart();
      pid = readPidFile(home)?.pid;
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      // One that is just starting ends too, and with it the attempt.
      await stopPostmaster(home);
      await watching;
    },
  };
}

async function spawnPostmaster(home: Home, port: number): Promise<number | undefined> {
  const options = settings(port, home).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = [program(home.binaries, 'postgres'), '-D', home.cluster, ...options] as const;
  const child = home.runAs ? spawnAs(home, home.runAs, postgres) : spawnAsOurselves(home, postgres);
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.unref();
  const runs = () => failure === undefined && child.exitCode === null && child.signalCode === null;
  const ready = await untilReady(home, runs, child.pid);
  if (failure !== undefined) throw startFailed(home, failure);
  return ready;
}

type Command = readonly [string, ...string[]];

const detachedIn = (home: Home) => ({
  // In a process group of its own: on Ctrl-C this server must end first, the database after it.
  detached: true,
  cwd: home.folder,
  env: bareEnvironment(),
});

function spawnAsOurselves(home: Home, [postgres, ...args]: Command): ChildProcess {
  mkdirSync(home.logs, { recursive: true, mode: 0o700 });
  const log = openSync(startLog(home), 'w', 0o600);
  const child = spawn(postgres, args, { ...detachedIn(home), stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

/**
 * For root: the user that PostgreSQL runs as opens the log, so that a link in that user's folder
 * leads root nowhere. A log that root itself wrote, as earlier versions did, goes first.
 */
function spawnAs(home: Home, { uid, gid }: RunAs, postgres: Command): ChildProcess {
  const intoLog =
    'umask 077 && mkdir -p "$1" && rm -f "$2" && log="$2" && shift 2 && exec "$@" >"$log" 2>&1';
  return spawn('/bin/sh', ['-c', intoLog, 'sh', home.logs, startLog(home), ...postgres], {
    ...detachedIn(home),
    stdio: 'ignore',
    uid,
    gid,
  });
}

async function untilReady(
  home: Home,
  runs: () => boolean,
  pid?: number,
): Promise<number | undefined> {
  while (runs()) {
    const file = readPidFile(home);
    if (file?.status === 'ready' && (pid === undefined || file.pid === pid)) return file.port;
    await sleep(10);
  }
  return undefined;
}

function readPidFile(home: Home): PidFile | undefined {
  try {
    const lines = readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return pid > 0 ? { pid, port, status: lines[7]?.trim() ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, failed) => {
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', done);
  });
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new StartError('No port is free.');
  return address.port;
}

function startLog(home: Home): string {
  return join(home.logs, 'start.log');
}

function wordsIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function startFailed(home: Home, cause?: Error): StartError {
  const log = wordsIn(startLog(home));
  const fatal = /(?:FATAL|PANIC|could not|error while).*/.exec(log)?.[0] ?? cause?.message;
  return new StartError(
    `The database did not start${fatal ? ` (${fatal})` : ''}. Its messages are in ${home.logs}.`,
    { cause },
  );
}

/** Runs one of PostgreSQL's programs to its end. Throws `StartError` with its last words. */
export async function runProgram(
  home: Home,
  name: 'initdb' | 'postgres',
  args: readonly string[],
  input = '',
): Promise<void> {
  const child = spawn(program(home.binaries, name), args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: home.folder,
    env: bareEnvironment(),
    ...home.runAs,
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (said: string) => {
    words += said;
  });
  // One that ends early closes its input.
  child.stdin.on('error', () => undefined).end(input);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return;
  } catch (error) {
    words = error instanceof Error ? error.message : String(error);
  } finally {
    process.removeListener('exit', endWithUs);
  }
  throw new StartError(
    `The database could not be created: ${words.trim().replaceAll(/\s*\n\s*/g, ' ')}`,
  );
}
