// Everything here must run on any Node from 20, with nothing installed.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Prints one sentence and exits with 1. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Installs what is missing and returns the path of a Node 24. */
export function bootstrap() {
  process.chdir(root);
  if (!isInstalled()) install();
  return findNode24();
}

/** True if the installed packages are those of package-lock.json, by name and version. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (!present) return false;
  const same = ([path, entry]) =>
    present[path] ? present[path].version === entry.version : entry.optional === true;
  return Object.entries(wanted).every(same) && Object.keys(present).every((path) => path in wanted);
}

function packagesOf(lockFile) {
  const path = join(root, lockFile);
  if (!existsSync(path)) return undefined;
  const { packages } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path !== ''));
}

function install() {
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp('node_modules is a link, and installing would empty the folder it leads to: remove it.');
  }
  process.stdout.write('Installing packages…\n');
  // With NODE_ENV=production npm would leave out the packages that build the screens.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const quiet = [...args, '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  const run = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...quiet], options)
    : spawnSync('npm', quiet, { ...options, shell: process.platform === 'win32' });
  if (run.status !== 0) giveUp("The packages couldn't be installed: see npm's words above.");
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
