// npm run check -- image: builds deploy/Dockerfile by buildah, on a Debian by debootstrap with the Node
// that is here, weighs the image, and starts it without the password of the database's owner;
// examines the units with systemd-analyze where that is there. It says what it could not look at.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { bootstrap, root } from './lib/bootstrap.mjs';

/** Megabytes: what node:24-trixie-slim takes (as its registry says), and what all may take. */
const base = 235;
const most = 450;
const secret = 'drawn-for-this-check-0123456789-abcdefgh';

const node = await bootstrap();
const work = mkdtempSync(join(tmpdir(), 'hanya-deploy-'));
chmodSync(work, 0o755);
const faults = [];
const say = (line) => process.stdout.write(`${line}\n`);
/** Containers on the machine's own file system and network: that needs nothing but root. */
const folders = ['--root', join(work, 'storage'), '--runroot', join(work, 'run')];
const storage = [...folders, '--storage-driver', 'vfs'];
const buildah = (...args) => run('buildah', [...storage, ...args]);
const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');

try {
  examineUnits();
  const isThere = (program) => spawnSync(program, ['--version']).status === 0;
  if (process.getuid?.() === 0 && isThere('buildah') && isThere('debootstrap')) {
    makeBase();
    await startImage(build());
    say('- not looked at: the base image itself and the compose file, which need Docker.');
  } else say('- not looked at: the image, which needs root, buildah and debootstrap.');
} finally {
  // What an interrupted debootstrap has mounted there stays.
  spawnSync('rm', ['-rf', '--one-file-system', work]);
}
for (const fault of faults) say(`✗ ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function examineUnits() {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    say('- not looked at: the units, since systemd-analyze is not here.');
    return;
  }
  for (const name of ['hanya.service', 'hanya-migrate@.service', 'hanya-audit.service']) {
    const unit = join(work, name.replace('@', '@1.0.0'));
    const text = readFileSync(join(root, 'deploy', name), 'utf8');
    const here = text.replaceAll(/\/opt\/hanya\/(current|releases\/%i)/g, join(root, 'deploy'));
    writeFileSync(unit, here);
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    });
    const about = stderr.split('\n').filter((line) => line.includes(name));
    if (about.length > 0) faults.push(about.join(' '));
    const rated = spawnSync('systemd-analyze', ['security', '--offline=yes', unit], {
      encoding: 'utf8',
    });
    const exposure = Number(/Overall exposure level.*?: ([\d.]+)/.exec(rated.stdout)?.[1]);
    if (!(exposure <= 2)) faults.push(`${name} is exposed at ${exposure}, 2 it may.`);
    else say(`✓ ${name} is understood, and exposed at ${exposure} of 10`);
  }
}

function run(program, args) {
  const ran = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.error ?? ran.stderr}`);
  return ran.stdout.trim();
}

/** Stands for the image that the Dockerfile is built on: its Debian, Node, npm and user. */
function makeBase() {
  const [, name = '', release = ''] = /^FROM (node:\S+-(\w+)-slim) /m.exec(dockerfile) ?? [];
  const tree = join(work, 'base');
  const packages = '--include=ca-certificates';
  run('debootstrap', ['--variant=minbase', packages, release, tree, ...debianMirror()]);
  const local = join(tree, 'usr', 'local');
  copyFileSync(node, join(local, 'bin', 'node'));
  chmodSync(join(local, 'bin', 'node'), 0o755);
  const npm = join('lib', 'node_modules', 'npm');
  const npmHere = join(run('sh', ['-c', 'realpath "$(command -v npm)"']), '..', '..');
  cpSync(npmHere, join(local, npm), { recursive: true });
  symlinkSync(join('..', npm, 'bin', 'npm-cli.js'), join(local, 'bin', 'npm'));
  const settings = [`registry=${run('npm', ['config', 'get', 'registry'])}`];
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) {
    copyFileSync(authorities, join(tree, 'etc', 'npm-authorities.pem'));
    settings.push('cafile=/etc/npm-authorities.pem');
  }
  mkdirSync(join(local, 'etc'), { recursive: true });
  writeFileSync(join(local, 'etc', 'npmrc'), settings.join('\n'));
  run('chroot', [tree, 'useradd', '--create-home', '--uid', '1000', 'node']);
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, tree, '/');
  buildah('commit', '--quiet', container, `docker.io/library/${name}`);
  buildah('rm', container);
  rmSync(tree, { recursive: true });
  say(`✓ a Debian ${release} stands for ${name}`);
}

/** Where this machine takes its Debian from, if it is one; debootstrap knows another place. */
function debianMirror() {
  const lists = globSync('/etc/apt/{sources.list,sources.list.d/*}');
  const text = lists.map((path) => readFileSync(path, 'utf8')).join('\n');
  return /^(?:URIs:|deb) (?:\[.*\] )?(https?:\S+\/debian)\/?(?:\s|$)/m.exec(text)?.slice(1) ?? [];
}

/** Builds what the ignore file lets in; answers a container of it. */
function build() {
  const begun = Date.now();
  const ignored = ['--ignorefile', 'deploy/Dockerfile.dockerignore'];
  const how = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', ...ignored];
  buildah('build', ...how, '--file', 'deploy/Dockerfile', '--tag', 'hanya', '.');
  const container = buildah('from', '--pull-never', 'localhost/hanya');
  const tree = buildah('mount', container);
  const megabytes = Number(run('du', ['-sm', '--apparent-size', join(tree, 'app')]).split('\t')[0]);
  say(`✓ deploy/Dockerfile builds, in ${Math.round((Date.now() - begun) / 1_000)} s`);
  const all = `${megabytes} MB above a base of ${base} MB`;
  if (megabytes + base > most) faults.push(`The image takes ${all}, ${most} MB it may.`);
  else say(`✓ the image's own files take ${all}`);
  return { container, tree };
}

/** Migrates as the owner, then serves as the application's role alone, as the image's own user. */
async function startImage({ container, tree }) {
  const database = await startEmbedded(join(work, 'database'));
  const port = await freePort();
  writeFileSync(join(work, 'begun'), '');
  const env = {
    PORT: String(port),
    PROCESSES: '2',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.appUrl,
    JWT_SECRET: secret,
  };
  const start = (command, more = {}) => {
    const settings = Object.entries({ ...env, ...more }).map(([key, value]) => `${key}=${value}`);
    const given = settings.flatMap((setting) => ['--env', setting]);
    const args = ['run', '--isolation', 'chroot', ...given, container, '--', ...command];
    return spawn('buildah', [...storage, ...args], { stdio: 'pipe' });
  };
  const [, command] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? [];
  const serving = JSON.parse(command);
  try {
    const look = ['sh', '-c', 'test $(id -u) != 0 && find /app -writable'];
    const writable = await ended(start(look));
    if (writable.code !== 0 || writable.said !== '')
      faults.push(`Its user is root, or may write its files: ${writable.said}`);
    const early = await ended(start(serving));
    if (early.code === 0 || !early.said.includes('hanya migrate'))
      faults.push(`An empty database was not refused: ${early.said}`);
    const owner = { DATABASE_OWNER_URL: database.ownerUrl };
    const migrated = await ended(start(['node', 'server/commands/migrate.ts'], owner));
    if (migrated.code !== 0) faults.push(`It was not migrated: ${migrated.said}`);
    const server = start(serving);
    const end = ended(server);
    await serves(port, server);
    process.kill(productIn(server), 'SIGTERM');
    const { code, said } = await end;
    if (code !== 0) faults.push(`It ended with ${code}: ${said.slice(-2_000)}`);
    else if (faults.length === 0)
      say('✓ it migrates, starts as its own user, who may write none of its files, and ends');
    // In the compose file it can only read but for these folders.
    const places = ['data', 'tmp', 'home'].flatMap((name) => ['-path', join(tree, name), '-o']);
    const finding = [tree, '(', ...places, '-false', ')', '-prune', '-o', '-user', '1000'];
    const written = run('find', [
      ...finding,
      '-newer',
      join(work, 'begun'),
      '-type',
      'f',
      '-print',
    ]);
    if (written !== '') faults.push(`It wrote where it will not be let: ${written.split('\n')[0]}`);
  } finally {
    await database.stop();
    rmSync(database.folder, { recursive: true, force: true });
  }
}

/** The process of the product: buildah itself passes no signal on. */
function productIn(server) {
  for (let pid = server.pid; ;) {
    const below = run('ps', ['-o', 'pid=,comm=', '--ppid', String(pid)]);
    const [, child, name] = /^\s*(\d+) (\S+)/.exec(below) ?? [];
    pid = Number(child);
    if (name !== undefined && !/buildah/.test(name)) return pid;
  }
}

async function serves(port, server) {
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300 && server.exitCode === null; tries += 1) {
    const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (ready?.ok) {
      const page = await (await fetch(url)).text();
      if (!page.includes('<div id="root">')) faults.push('The screens are not served.');
      const figures = await (await fetch(`${url}/metrics`)).text();
      if (!/^hanya_processes 2$/m.test(figures)) faults.push('The metrics lack a process.');
      return;
    }
    await sleep(200);
  }
  faults.push('It was never ready.');
}

async function ended(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((done) => child.once('close', done));
  return { code, said };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => probe.once('listening', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}
