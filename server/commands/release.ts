import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { whyNoFreshBackup } from '../backup/nightly.ts';
import { addressOf } from '../config/address.ts';
import { type Config, readConfig } from '../config/config.ts';
import { takeLock } from '../process/lock.ts';
import { isOlder, releaseIn, thisRelease, versionSchema } from '../process/release.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Installs this release beside others, and says which of them serves: see docs/operations.md. The
 * folder of releases holds them by version, with the links `current` and `previous` beside it.
 */
const usage =
  'Usage: hanya install, hanya switch VERSION [--without-backup] [--within SECONDS], hanya back [--within SECONDS], hanya versions, or hanya --version';

const own = join(import.meta.dirname, '..', '..');
// The server runs as another user than the one who installs.
process.umask(0o022);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'without-backup': { type: 'boolean', default: false },
    // Seconds in which the version that was switched to must be ready.
    within: { type: 'string', default: '300' },
  },
});
const [word, given, ...more] = positionals;
const readySeconds = Number(values.within);

try {
  if (more.length > 0 || (given !== undefined) !== (word === 'switch') || !(readySeconds > 0))
    throw new StartError(usage);
  if (word === 'version') print(`Hanya ${thisRelease.version}`);
  else await work(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function work(config: Config): Promise<void> {
  if (word === 'versions') await list(config);
  else if (word === 'install') await alone(config, install);
  else if (word === 'back') await alone(config, goBack);
  else if (word === 'switch' && given !== undefined)
    await alone(config, () => switchTo(config, given));
  else throw new StartError(usage);
}

/** Two at once would each undo the other's links. */
async function alone(config: Config, act: (config: Config) => Promise<void>): Promise<void> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o755 });
  const lock = takeLock(folderOf(config), 'hanya install, switch or back');
  try {
    await act(config);
  } finally {
    lock.release();
  }
}

async function install(config: Config): Promise<void> {
  const { version } = thisRelease;
  const place = folderOf(config, version);
  if (existsSync(place)) {
    const [here, there] = await Promise.all([own, place].map(sumsIn));
    if (here !== there)
      throw new StartError(
        `A different build of ${version} is already in ${place}. Remove that folder first.`,
      );
    print(`Hanya ${version} is already installed.`);
    return;
  }
  const draft = folderOf(config, `.${version}.partial`);
  await rm(draft, { recursive: true, force: true });
  await cp(own, draft, { recursive: true, verbatimSymlinks: true });
  await requireWhole(draft);
  await rename(draft, place);
  print(`Hanya ${version} is in ${place}.`);
  if ((await versionAt(config, 'current')) !== undefined) {
    print(`Switch to it with: hanya switch ${version}`);
    return;
  }
  await point(config, 'current', version);
  print(`It is the first version, so ${join(config.releasesDir, 'current')} points to it.`);
}

async function switchTo(config: Config, wanted: string): Promise<void> {
  const { data: version } = versionSchema.safeParse(wanted);
  if (version === undefined || !existsSync(folderOf(config, version)))
    throw new StartError(
      `${wanted} is not installed. Run hanya versions to see the installed versions.`,
    );
  const current = await versionAt(config, 'current');
  if (current === undefined) throw new StartError('No version is running yet. Run hanya install.');
  if (current === version) {
    print(`Hanya ${version} is already running.`);
    return;
  }
  const isUpgrade = isOlder(current, version);
  requireSideBySide(config, current, version);
  if (isUpgrade && !values['without-backup']) await requireFreshBackup(config);
  if (isUpgrade && !config.migrates) run(config.migrateCommand.replaceAll('VERSION', version));
  await serve(config, version, current);
}

async function goBack(config: Config): Promise<void> {
  const [current, previous] = await Promise.all([
    versionAt(config, 'current'),
    versionAt(config, 'previous'),
  ]);
  if (current === undefined || previous === undefined || current === previous)
    throw new StartError('There is no version to go back to.');
  requireSideBySide(config, current, previous);
  await serve(config, previous, current);
}

/** The version serves, or else the one before it serves again. */
async function serve(config: Config, version: string, before: string): Promise<void> {
  await point(config, 'previous', before);
  await point(config, 'current', version);
  const began = performance.now();
  const failed = await restart(config, version);
  if (failed === undefined) {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    print(
      `Hanya ${version} is running, ${seconds} s after the restart. To go back to ${before}: hanya back`,
    );
    return;
  }
  await point(config, 'current', before);
  const again = await restart(config, before);
  throw new StartError(
    `${version} did not start: ${failed} ${again === undefined ? `${before} is running again.` : `${before} did not start either: ${again}`}`,
  );
}

/** Answers why the version doesn't serve, if it doesn't. */
async function restart(config: Config, version: string): Promise<string | undefined> {
  try {
    run(config.restartCommand);
  } catch (error) {
    return error instanceof StartError ? error.message : String(error);
  }
  const address = addressOf(config);
  const ask = (path: string) =>
    fetch(`${address}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  const end = performance.now() + readySeconds * 1_000;
  while (performance.now() < end) {
    const live = await ask('/health/live');
    const said = live?.ok ? ((await live.json()) as { readonly version?: string }) : {};
    // Versions differ in what they say, and the first one says it too.
    if (said.version === version && (await ask('/health/ready'))?.ok) return undefined;
    await sleep(100);
  }
  return `it was not ready at ${address} within ${readySeconds} seconds.`;
}

/** Both may serve on one database: the newer one says how old its neighbour may be. */
function requireSideBySide(config: Config, ...versions: readonly [string, string]): void {
  const [older = '', newer = ''] = versions.toSorted((one, other) =>
    isOlder(one, other) ? -1 : 1,
  );
  const { oldestBeside } = releaseIn(folderOf(config, newer));
  if (isOlder(older, oldestBeside))
    throw new StartError(
      `${newer} can run beside ${oldestBeside} or later, but not beside ${older}. Switch to a version between them first.`,
    );
}

async function requireFreshBackup(config: Config): Promise<void> {
  const found = await whyNoFreshBackup(config);
  if (found === undefined) return;
  throw new StartError(
    `${found}. Take a backup with hanya backup, or switch with --without-backup if you keep backups elsewhere.`,
  );
}

async function list(config: Config): Promise<void> {
  const current = await versionAt(config, 'current');
  const names = existsSync(folderOf(config)) ? await readdir(folderOf(config)) : [];
  const versions = names.filter((name) => versionSchema.safeParse(name).success);
  for (const version of versions.sort((one, other) => (isOlder(one, other) ? -1 : 1)))
    print(version === current ? `${version} is running` : version);
}

/** Every file is what SHA256SUMS says. */
async function requireWhole(folder: string): Promise<void> {
  for (const line of (await sumsIn(folder)).trim().split('\n')) {
    const [sum, file = ''] = line.split('  ');
    const hash = createHash('sha256');
    for await (const part of createReadStream(join(folder, file))) hash.update(part as Buffer);
    if (hash.digest('hex') !== sum)
      throw new StartError(`${file} is damaged. Unpack the release again.`);
  }
}

function sumsIn(folder: string): Promise<string> {
  return readFile(join(folder, 'SHA256SUMS'), 'utf8').catch(() => {
    throw new StartError(
      `${folder} is not a release. Unpack a release, and run the hanya command in it.`,
    );
  });
}

function folderOf({ releasesDir }: Config, version = ''): string {
  return join(releasesDir, 'releases', version);
}

async function versionAt(
  { releasesDir }: Config,
  link: 'current' | 'previous',
): Promise<string | undefined> {
  const leadsTo = await readlink(join(releasesDir, link)).catch(() => undefined);
  return leadsTo === undefined ? undefined : basename(leadsTo);
}

/** In one step: whoever follows the link meanwhile finds the one or the other. */
async function point({ releasesDir }: Config, link: string, version: string): Promise<void> {
  const draft = join(releasesDir, `.${link}.new`);
  await rm(draft, { force: true });
  await symlink(join('releases', version), draft);
  await rename(draft, join(releasesDir, link));
}

function run(command: string): void {
  const { status } = spawnSync('sh', ['-c', command], { stdio: 'inherit' });
  if (status !== 0) throw new StartError(`"${command}" failed.`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
