import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setInterval } from 'node:timers';
import { environment, root } from './bootstrap.mjs';

/**
 * Runs programs until the first of them ends, then stops the others. A signal to us is passed on
 * once; when the process that started us is gone, they are stopped as well. Exits with the first
 * one's exit code. `onReady` is called when one says that it is ready.
 */
export function runTogether(node, commands, { onReady = () => undefined } = {}) {
  const children = commands.map((args) =>
    spawn(node, args, {
      cwd: root,
      env: environment(node),
      // In a process group of its own: Ctrl-C in a terminal reaches everyone in the terminal's
      // group, and would then arrive twice. Over the IPC channel the child notices when we are
      // gone.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  let stopping = false;
  const stop = (signal) => {
    if (stopping) return;
    stopping = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => stop(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));
  }
  watchParent(() => stop('SIGTERM'));

  let running = children.length;
  let code = 0;
  for (const child of children) {
    child.on('error', (error) => process.stderr.write(`${error.message}\n`));
    child.on('message', (said) => said === 'ready' && onReady());
    child.on('exit', (exitCode, signal) => {
      if (!stopping) code = exitCode ?? 1;
      else if (exitCode) code ||= exitCode;
      else if (signal === 'SIGKILL') code ||= 1;
      stop('SIGTERM');
      running -= 1;
      if (running === 0) process.exit(code);
    });
  }
}

/**
 * npm passes signals on to a shell, which may die without passing them on, and a SIGKILL can't be
 * passed on at all; so we watch whether our parents still live. Only under npm: anybody else may
 * leave this running in the background.
 */
function watchParent(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const before = starters();
  setInterval(() => {
    if (starters() !== before) gone();
  }, 300).unref();
}

/** The processes above us, up to npm: our parent, and its parent if ours is a shell. */
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
 * Runs a program to its end and answers `{ok, seconds, output}`. Prints nothing unless `show` is
 * set; with `inBackground` it runs at low priority.
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
