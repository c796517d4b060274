// A part of the benchmarks that start the product or a bare server: starts it, and asks it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { login } from '#contract/sign-in.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { machineMemoryMb, memoryFlags } from '#server/process/memory.ts';

const password = 'a password for measuring';

/** A state admin of Kaduna, with the rights of the database's owner. */
export async function makeAdmin(owner) {
  await owner.query(
    `insert into users (id, email, password_hash, first_name, last_name, role, state)
     values ('bench-admin', 'admin@bench.test', $1, 'Bench', 'Admin', 'state admin', 'Kaduna')
     on conflict (id) do update set password_hash = excluded.password_hash`,
    [await hashPassword(password)],
  );
}

/** The headers of that admin. */
export async function signIn(product) {
  const answer = await fetch(`${product}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@bench.test', password }),
  });
  const { token } = await answer.json();
  if (!answer.ok) throw new Error(`Signing in was refused with ${answer.status}.`);
  return { authorization: `Bearer ${token}` };
}

const programs = [];

/** Resolves with the process once it has said that it is ready. */
export async function start(args, { env, cwd, ready = 'ready' }) {
  const program = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(program);
  await new Promise((resolve, reject) => {
    let said = '';
    program.stdout.on('data', (text) => {
      said += text;
      if (said.includes(ready)) resolve();
    });
    program.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}.\n${said}`)));
  });
  return program;
}

/** The product as one serving process. */
export const startProduct = (database, folder, port) =>
  start([...memoryFlags(machineMemoryMb(), 1), 'server/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: `${folder}/product`,
      PORT: String(port),
      DEMO: 'off',
      JWT_SECRET: 'for measuring on loopback, and for nothing else',
      PROCESSES: '1',
      MALLOC_ARENA_MAX: '2',
    },
  });

/** Ends all that was started. */
export async function stopAll() {
  for (const program of programs) {
    program.kill('SIGTERM');
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  }
}

/**
 * Asks for so many seconds over so many connections, after a second that doesn't count. Of several
 * addresses of one server, each is asked in turn.
 */
export async function measure(urls, headers, { connections, seconds }) {
  const [url] = [urls].flat();
  const requests = [urls].flat().map((each) => {
    const { pathname, search } = new URL(each);
    return { path: `${pathname}${search}` };
  });
  const options = { url, requests, headers, connections: Number(connections), timeout: 60 };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: Number(seconds) });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** Megabytes of memory that a process has, and that it had at most, as Linux counts them. */
export function memoryOf({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}
