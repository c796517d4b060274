import { setInterval } from 'node:timers';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { environment, root } from './bootstrap.mjs';

/**
 * Runs programs until the first of them ends, then stops the others.
 * A signal to us is passed on once; when whoever started us is gone, they are stopped as well.
 * Ends this process with the first one's exit code.
 */
export function runTogether(node, commands) {
  const children = commands.map((args) =>
    spawn(node, args, {
      cwd: root,
      env: environment(node),
      // In a process group of its own: Ctrl-C in a terminal reaches everyone in the terminal's
      // group, and would then arrive twice. The channel tells the child when we are gone.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  let told = false;
  const tell = (signal) => {
    if (told) return;
    told = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => tell(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
  }
  watchParent(() => tell('SIGTERM'));

  let running = children.length;
  let code = 0;
  for (const child of children) {
    child.on('error', (error) => process.stderr.write(`${error.message}\n`));
    child.on('exit', (exitCode, signal) => {
      if (!told) code = exitCode ?? 1;
      else if (exitCode) code ||= exitCode;
      else if (signal === 'SIGKILL') code ||= 1;
      tell('SIGTERM');
      running -= 1;
      if (running === 0) process.exit(code);
    });
  }
}

/**
 * npm passes signals on to a shell, and a shell may die of one without passing it on; nobody can
 * pass on a SIGKILL. Only under npm: somebody who starts this in the background may well go home.
 */
function watchParent(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const before = starters();
  setInterval(() => {
    if (starters() !== before) gone();
  }, 300).unref();
}

/** Who started us, up to npm: it is our parent, or the parent of the shell that is. */
function starters() {
  const parent = process.ppid;
  try {
    const [, name, , grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8').split(/[ ()]+/);
    return /^(ba|da|z)?sh$/.test(name) ? `${parent} ${grandparent}` : String(parent);
  } catch {
    return String(parent);
  }
}

/**
 * Runs a program to its end: `{ok, seconds, output}`. It says nothing unless `show` is set, and
 * works only while nobody else does with `inBackground`.
 */
export function runQuietly(node, args, { env = {}, show = false, inBackground = false } = {}) {
  const started = Date.now();
  return new Promise((done) => {
    const child = spawn(node, args, {
      cwd: root,
      env: environment(node, env),
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    if (inBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    const finish = (ok) => done({ ok, seconds: (Date.now() - started) / 1000, output });
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
