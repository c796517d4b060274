// Everything here must run on any Node from 20, with nothing installed.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Prints one sentence and exits with 1. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Installs what is missing and answers the path of a Node 24. Building and running need no `tools`: what
 * tests, checks and measures comes with the first command that uses it. `installed` is told the seconds.
 */
export async function bootstrap({ tools = true, installed = () => undefined } = {}) {
  process.chdir(root);
  const locked = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json') ?? {};
  const plan = whatToInstall(locked, present, tools);
  if (plan) {
    const began = performance.now();
    await install(locked, plan);
    installed((performance.now() - began) / 1_000);
  }
  return findNode24();
}

/**
 * The npm command that brings the packages of package-lock.json, by name and version; undefined if they are
 * there. Tools that are there stay. Where tools alone are missing they are added: the product may be running
 * on the others.
 */
export function whatToInstall(locked, present, tools) {
  const isTool = (path) => locked[path]?.dev === true;
  const hasTools = Object.keys(present).some(isTool);
  const lacks = (withTools) =>
    Object.entries(locked).some(([path, { version, optional }]) => {
      if (isTool(path) && !withTools) return false;
      return present[path] ? present[path].version !== version : optional !== true;
    });
  const isStrange = Object.keys(present).some((path) => !(path in locked));
  const withTools = tools || hasTools;
  if (!isStrange && !lacks(withTools)) return undefined;
  if (!isStrange && !hasTools && !lacks(false)) return { command: 'install', withTools };
  return { command: 'ci', withTools };
}

function packagesOf(lockFile) {
  const path = join(root, lockFile);
  if (!existsSync(path)) return undefined;
  const { packages } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''));
}

async function install(locked, { command, withTools }) {
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp('node_modules is a link, and installing would empty the folder it leads to: remove it.');
  }
  process.stdout.write(withTools ? 'Installing packages and tools…\n' : 'Installing packages…\n');
  // One that is broken off is begun anew: npm would take half a package for a whole one.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  const args = [
    ...(command === 'ci' ? ['ci'] : ['install', '--no-save']),
    // NODE_ENV=production would leave out tools that are wanted.
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    // A slow line takes its time.
    '--fetch-timeout=3600000',
    '--fetch-retries=5',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const cache = cacheInstead(process.env.npm_config_cache);
  if (cache) args.push(`--cache=${cache}`);
  const isWanted = ({ dev, os, cpu }) =>
    (withTools || !dev) && isOurs(os, process.platform) && isOurs(cpu, process.arch);
  const wanted = Object.keys(locked).filter((path) => isWanted(locked[path]));
  const status = await sayingHowFar(
    () => `Installing: ${countOf(wanted)} of about ${wanted.length} packages are there`,
    () => runNpm(args),
  );
  if (cache) rmSync(cache, { recursive: true, force: true });
  if (status !== 0) giveUp("The packages couldn't be installed: see npm's words above.");
}

/** A folder for this once where npm's own can't be written, as in a read-only home. */
export function cacheInstead(usual) {
  if (usual === undefined) return undefined;
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return undefined;
  } catch {
    return mkdtempSync(join(tmpdir(), 'hanya-npm-'));
  }
}

const isOurs = (machines, ours) => machines === undefined || machines.includes(ours);

const countOf = (paths) =>
  paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;

function runNpm(args) {
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  const run = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  return new Promise((done) => {
    run.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      done(1);
    });
    run.once('close', done);
  });
}

/** Does the work, and says every ten seconds how far it is: long work must not look like a hang. */
export async function sayingHowFar(howFar, work) {
  const started = Date.now();
  const saying = setInterval(() => {
    process.stdout.write(`${howFar()}, after ${Math.round((Date.now() - started) / 1_000)} s.\n`);
  }, 10_000);
  try {
    return await work();
  } finally {
    clearInterval(saying);
  }
}

function findNode24() {
  const name = `node-${process.platform.replace('win32', 'win')}-${process.arch}`;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const packaged = join(root, 'node_modules', name, 'bin', program);
  for (const node of [packaged, process.execPath]) {
    if (versionOf(node)?.startsWith('v24.')) return node;
  }
  return giveUp(
    `Hanya runs on Node 24, but node_modules/.bin/node isn't one and this is Node ${process.versions.node}: ` +
      'run npm ci without --omit=optional, or start with Node 24.',
  );
}

function versionOf(node) {
  if (node === process.execPath) return process.version;
  if (!existsSync(node)) return undefined;
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim();
}

/** The environment for our programs: Node 24 first. */
export function environment(node, more = {}) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH];
  return { ...process.env, PATH: path.join(delimiter), ...more };
}

/** The script behind a package's command, to be run with Node 24. */
export function command(packageName, name = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}
