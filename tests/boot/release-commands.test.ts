import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { plainEnvironment } from '../support/plain-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Says of itself which version `current` leads to, and is ready unless that version is broken. */
const server = `
  import { createServer } from 'node:http';
  import { existsSync, readFileSync } from 'node:fs';
  const { version } = JSON.parse(readFileSync('current/package.json', 'utf8'));
  const isBroken = existsSync('current/broken');
  const server = createServer((request, response) => {
    const isReady = request.url === '/health/live' || !isBroken;
    response.writeHead(isReady ? 200 : 503).end(JSON.stringify({ version }));
  });
  const listen = () => server.listen(Number(process.argv[2]), '127.0.0.1');
  // The server before may need a moment to let go of the port.
  server.on('error', () => setTimeout(listen, 20));
  listen();`;

let home = '';
let port = 0;
let backups = '';

beforeEach(async () => {
  home = temporaryFolder();
  backups = temporaryFolder();
  port = await freePort();
  writeFileSync(join(home, 'server.mjs'), server);
});
afterEach(() => {
  spawnSync('sh', ['-c', `kill $(cat ${home}/pid)`]);
  for (const folder of [home, backups]) rmSync(folder, { recursive: true });
});

/** Replaces the server as a service manager does. */
const restart = () =>
  `cd ${home}; [ -f pid ] && kill $(cat pid); ${process.execPath} server.mjs ${port} >/dev/null 2>&1 & echo $! >${home}/pid`;

function hanya(words: string, more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['server/commands/release.ts', ...words.split(' ')],
    {
      encoding: 'utf8',
      env: {
        ...plainEnvironment(),
        RELEASES_DIR: home,
        PORT: String(port),
        DATA_DIR: join(home, 'data'),
        DEMO: 'off',
        RESTART_COMMAND: restart(),
        ...more,
      },
    },
  );
  return { status, said: stdout + stderr };
}

function installed(version: string, oldestBeside = '1.0.0') {
  const folder = join(home, 'releases', version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, hanya: { oldestBeside } }));
  return folder;
}

function serving(version: string) {
  symlinkSync(join('releases', version), join(home, 'current'));
  spawnSync('sh', ['-c', restart()]);
}

const leadsTo = (link: string) => readlinkSync(join(home, link)).replace('releases/', '');

async function answering(): Promise<unknown> {
  const { version } = (await (await fetch(`http://127.0.0.1:${port}/health/live`)).json()) as {
    version: unknown;
  };
  return version;
}

test('a version that is switched to serves, and the way back is one command', async () => {
  for (const version of ['1.0.0', '1.1.0']) installed(version);
  serving('1.0.0');
  const switched = hanya('switch 1.1.0 --without-backup');
  expect(switched.said).toMatch(/^Hanya 1\.1\.0 is running, [\d.]+ s after the restart\./);
  expect([leadsTo('current'), leadsTo('previous'), await answering()]).toEqual([
    '1.1.0',
    '1.0.0',
    '1.1.0',
  ]);
  expect(hanya('back').status).toBe(0);
  expect([leadsTo('current'), await answering()]).toEqual(['1.0.0', '1.0.0']);
  expect(hanya('versions').said).toBe('1.0.0 is running\n1.1.0\n');
});

test('a newer version asks for a backup of the last day, and the way back for none', () => {
  for (const version of ['1.0.0', '1.1.0']) installed(version);
  serving('1.0.0');
  const without = hanya('switch 1.1.0', { BACKUP_DIR: backups });
  expect(without).toEqual({
    status: 1,
    said: 'There is no backup. Take a backup with hanya backup, or switch with --without-backup if you keep backups elsewhere.\n',
  });
  expect(leadsTo('current')).toBe('1.0.0');
  expect(hanya('switch 1.1.0 --without-backup').status).toBe(0);
  expect(hanya('back', { BACKUP_DIR: backups }).status).toBe(0);
});

test('a version that doesn’t get ready is taken back by itself', { tags: 'night' }, async () => {
  installed('1.0.0');
  writeFileSync(join(installed('1.1.0'), 'broken'), '');
  serving('1.0.0');
  const { status, said } = hanya('switch 1.1.0 --without-backup --within 10');
  expect(status).toBe(1);
  expect(said).toMatch(/^1\.1\.0 did not start: .* 1\.0\.0 is running again\.\n$/);
  expect([leadsTo('current'), await answering()]).toEqual(['1.0.0', '1.0.0']);
});

test('versions that can’t serve side by side are not switched between', () => {
  installed('1.0.0');
  installed('1.2.0', '1.1.0');
  serving('1.0.0');
  expect(hanya('switch 1.2.0 --without-backup').said).toBe(
    '1.2.0 can run beside 1.1.0 or later, but not beside 1.0.0. Switch to a version between them first.\n',
  );
  expect(leadsTo('current')).toBe('1.0.0');
});

test.each([
  ['switch 9.9.9', '9.9.9 is not installed. Run hanya versions to see the installed versions.\n'],
  [
    'switch ../../etc',
    '../../etc is not installed. Run hanya versions to see the installed versions.\n',
  ],
  ['back', 'There is no version to go back to.\n'],
  ['switch 1.0.0', 'Hanya 1.0.0 is already running.\n'],
])('hanya %s says: %s', { tags: 'night' }, (words, said) => {
  installed('1.0.0');
  symlinkSync('releases/1.0.0', join(home, 'current'));
  expect(hanya(words).said).toBe(said);
});

test(
  'with MIGRATE=off the new version migrates before anything is switched, and a failure leaves all as it is',
  { tags: 'night' },
  () => {
    for (const version of ['1.0.0', '1.1.0']) installed(version);
    serving('1.0.0');
    const migrates = { MIGRATE: 'off', MIGRATE_COMMAND: `echo VERSION >${home}/migrated; false` };
    const { status, said } = hanya('switch 1.1.0 --without-backup', migrates);
    expect([status, readFileSync(join(home, 'migrated'), 'utf8')]).toEqual([1, '1.1.0\n']);
    expect(said).toMatch(/^".*" failed\.\n$/);
    expect(leadsTo('current')).toBe('1.0.0');
  },
);

/** Makes a folder that installs itself as a release does; `SHA256SUMS` names one of its files. */
function unpacked(): string {
  const folder = temporaryFolder();
  for (const part of ['server', 'contract', 'package.json'])
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const hash = createHash('sha256').update(readFileSync(join(folder, 'package.json')));
  writeFileSync(join(folder, 'SHA256SUMS'), `${hash.digest('hex')}  package.json\n`);
  return folder;
}

test('a release installs itself once, and a damaged one not at all', { tags: 'night' }, () => {
  const folder = unpacked();
  const install = () =>
    spawnSync(process.execPath, [join(folder, 'server/commands/release.ts'), 'install'], {
      encoding: 'utf8',
      env: { ...plainEnvironment(), RELEASES_DIR: home, DATA_DIR: join(home, 'data') },
    });
  writeFileSync(join(folder, 'package.json'), `${readFileSync('package.json', 'utf8')}\n`);
  expect(install().stderr).toBe('package.json is damaged. Unpack the release again.\n');
  cpSync('package.json', join(folder, 'package.json'));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(existsSync(join(home, 'releases', version))).toBe(false);
  expect(install().stdout).toContain(`Hanya ${version} is in ${join(home, 'releases', version)}.`);
  expect(leadsTo('current')).toBe(version);
  expect(install().stdout).toBe(`Hanya ${version} is already installed.\n`);
  rmSync(folder, { recursive: true });
});
