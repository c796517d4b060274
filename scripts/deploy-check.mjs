// npm run check -- image: makes the tree of the image by the Dockerfile's own commands, from what its
// ignore file lets in, weighs it, and
// starts it as another user, who may write none of it, without the password of the database's owner;
// examines the units with systemd-analyze where that is there. It says what it could not look at.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { bootstrap, root } from './lib/bootstrap.mjs';
import { copyImageContext } from './lib/image-context.mjs';

/** Megabytes: what node:24-trixie-slim takes (as its registry says), and what all may take. */
const base = 235;
const most = 450;
const nobody = 65_534;
const secret = 'drawn-for-this-check-0123456789-abcdefgh';

const node = bootstrap();
const work = mkdtempSync(join(tmpdir(), 'hanya-deploy-'));
chmodSync(work, 0o755);
const image = join(work, 'app');
const faults = [];
const say = (line) => process.stdout.write(`${line}\n`);

try {
  examineUnits();
  makeTree();
  await startTree();
  say('- not looked at: the base images and the compose file, which need a container engine.');
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const fault of faults) say(`✗ ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function examineUnits() {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    say('- not looked at: the units, since systemd-analyze is not here.');
    return;
  }
  for (const name of ['hanya.service', 'hanya-migrate@.service']) {
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

/** The last stage of the Dockerfile, without its base. */
function makeTree() {
  const context = join(work, 'context');
  copyImageContext(context);
  run('npm', ['ci', '--no-fund', '--no-audit'], context);
  run('npm', ['run', 'build'], context);
  say('✓ the screens are built from what the ignore file lets in');
  mkdirSync(image);
  for (const part of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(context, part), join(image, part));
  for (const part of ['contract', 'server', join('deploy', 'server-modules.mjs')])
    cpSync(join(context, part), join(image, part), { recursive: true });
  cpSync(join(context, 'dist', 'web'), join(image, 'dist', 'web'), { recursive: true });
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-fund', '--no-audit']);
  say(`✓ ${run(node, ['deploy/server-modules.mjs']).trim()}`);
  for (const part of ['package-lock.json', '.npmrc', 'deploy'])
    rmSync(join(image, part), { recursive: true });
  const megabytes = Number(run('du', ['-sm', '.']).split('\t')[0]);
  const all = `${megabytes} MB above a base of ${base} MB`;
  if (megabytes + base > most) faults.push(`The image takes ${all}, ${most} MB it may.`);
  else say(`✓ the image's own files take ${all}`);
}

function run(program, args, cwd = image) {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout;
}

/** Migrates as the owner, then serves as the application's role alone. */
async function startTree() {
  const dataDir = join(work, 'database');
  const database = await startEmbedded(dataDir);
  const port = await freePort();
  const who = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const scratch = join(work, 'scratch');
  mkdirSync(scratch);
  run('chmod', ['-R', 'a+rX,a-w', image]);
  if (who.uid) run('chown', [`${nobody}:${nobody}`, scratch]);
  // A copy, since whoever starts it may see nothing else of this checkout.
  const program = join(work, 'node');
  copyFileSync(node, program);
  chmodSync(program, 0o755);
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: String(port),
    PROCESSES: '2',
    DATA_DIR: scratch,
    DATABASE_URL: database.appUrl,
    JWT_SECRET: secret,
    NODE_ENV: 'production',
  };
  const start = (file, more) =>
    spawn(program, [file], { cwd: image, env: { ...env, ...more }, stdio: 'pipe', ...who });
  try {
    const early = await ended(start('server/main.ts', { MIGRATE: 'off' }));
    if (early.code === 0 || !early.said.includes('hanya migrate'))
      faults.push(`An empty database was not refused: ${early.said}`);
    const migrated = await ended(
      start('server/commands/migrate.ts', { DATABASE_OWNER_URL: database.ownerUrl }),
    );
    if (migrated.code !== 0) faults.push(`It was not migrated: ${migrated.said}`);
    const server = start('server/main.ts', { MIGRATE: 'off' });
    const end = ended(server);
    await serves(port, server);
    server.kill('SIGTERM');
    const { code, said } = await end;
    if (code !== 0) faults.push(`It ended with ${code}: ${said.slice(-2_000)}`);
    else
      say(
        `✓ it starts as ${who.uid ? 'another user' : 'this user'} on files that nobody may write, and ends`,
      );
  } finally {
    run('chmod', ['-R', 'u+w', image]);
    await database.stop();
    rmSync(database.folder, { recursive: true, force: true });
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
