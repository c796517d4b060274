import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addresses, storedPasswords } from '#server/db/embedded/embedded.ts';
import { openHome } from '#server/db/embedded/home.ts';
import { isAlive } from '#server/process/process-identity.ts';
import { freePort } from '#tests/support/free-port.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const clock = new URL('clock.ts', import.meta.url).href;

/**
 * Milliseconds for which each of many calls must say that it is ready: by chance they come to
 * different processes, and each of those may say again what it knew half a second ago.
 */
const readyForMs = 700;
const patienceMs = 120_000;

/** The product as an operator starts it, with its own database, three processes and somebody who starts it again. */
export interface Installation {
  readonly url: string;
  readonly dataDir: string;
  /** Where the database is, for its owner or for PostgreSQL's superuser. */
  addressFor(role: 'owner' | 'admin'): string;
  /** Of the process that starts and watches all others. */
  readonly first: () => number;
  readonly serving: () => number[];
  readonly postmaster: () => number;
  /** Milliseconds by which the product's clock is off from now on; the database's is right. */
  setClock(offBy: number): void;
  /** Resolves when calls are served, with the moment from which on they were; throws after two minutes. */
  ready(): Promise<number>;
  /** What was said before the first process ended by itself once it was ready, each time. */
  readonly endings: readonly string[];
  /** The last of what its processes said. */
  said(): string;
  /** Ends all of it at once and removes it. */
  remove(): Promise<void>;
}

export async function startInstallation(env: Record<string, string>): Promise<Installation> {
  const dataDir = temporaryFolder();
  const home = openHome(dataDir);
  const pidFile = join(home.cluster, 'postmaster.pid');
  const clockFile = join(dataDir, 'clock');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let said = '';
  const endings: string[] = [];
  let isUp = false;
  let first = start();

  function start(): ChildProcess {
    isUp = false;
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...plainEnvironment(),
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: 'off',
        PROCESSES: '3',
        // As much as three need; the machine of a test has other things to hold.
        MEMORY_MB: '2700',
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import ${clock}`,
        CHAOS_CLOCK: clockFile,
        // The machine is busy with what happens to it.
        READ_TIMEOUT_MS: '60000',
        SEARCH_TIMEOUT_MS: '60000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (text: Buffer) => {
      if (child === first && text.includes('Hanya is ready at')) isUp = true;
      said = (said + text.toString()).slice(-20_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    return child;
  }

  const hasEnded = () => first.exitCode !== null || first.signalCode !== null;

  async function ready(): Promise<number> {
    const end = performance.now() + patienceMs;
    for (let since = performance.now(); performance.now() - since < readyForMs;) {
      if (hasEnded()) {
        if (isUp && first.signalCode === null) endings.push(said.slice(-2_000));
        // As a service manager does.
        first = start();
      }
      const isReady = await fetch(`${url}/health/ready`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(5_000),
      }).then(
        ({ ok }) => ok && isUp,
        () => false,
      );
      await wait(20);
      if (isReady) continue;
      since = performance.now();
      if (since > end) throw new Error(`It was not ready in two minutes:\n${said}`);
    }
    return performance.now() - readyForMs;
  }

  const postmaster = () => numberIn(pidFile);
  const serving = () => childrenOf(first.pid).filter((pid) => pid !== postmaster());
  try {
    await ready();
  } catch (error) {
    await remove();
    throw error;
  }

  async function remove(): Promise<void> {
    const all = [first.pid ?? 0, ...serving(), ...familyOf(postmaster())];
    signal(all, 'SIGKILL');
    await gone(all);
    for (const folder of [home.folder, dataDir]) rmSync(folder, { recursive: true, force: true });
  }

  return {
    url,
    dataDir,
    addressFor(role) {
      const port = numberIn(pidFile, 3);
      const passwords = storedPasswords(dataDir);
      return role === 'owner'
        ? addresses(port, passwords).ownerUrl
        : `postgres://postgres:${passwords.admin}@127.0.0.1:${port}/postgres`;
    },
    first: () => first.pid ?? 0,
    serving,
    postmaster,
    setClock: (offBy) => {
      writeFileSync(clockFile, String(offBy));
    },
    ready,
    endings,
    said: () => said,
    remove,
  };
}

/** A number in one of the lines of PostgreSQL's own file; 0 while there is none. */
function numberIn(file: string, line = 0): number {
  if (!existsSync(file)) return 0;
  return Number(readFileSync(file, 'utf8').split('\n')[line]);
}

/** Those that live; a process that has just ended has none. */
export function childrenOf(pid = 0): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** A process and its children. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)];

/** Sends a signal to those that still live. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      if (pid > 0) process.kill(pid, name);
    } catch {
      // It ended by itself meanwhile.
    }
}

/** Resolves when none of them lives any more. */
export async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => pid > 0 && isAlive(pid))) await wait(10);
}
