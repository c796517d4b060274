import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { commandsUnder } from '#tests/support/operators-commands.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const [, install = ''] = commandsUnder('From file to first sign-in');
const folder = temporaryFolder();
const programs = join(folder, 'bin');
const calls = join(folder, 'calls');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the machine's programs do, as far as the block can tell. */
const standIns = {
  id: `grep -qx "$2" ${folder}/users`,
  useradd: `for name; do :; done; ! grep -qx "$name" ${folder}/users && echo "$name" >>${folder}/users`,
  // Without the owners, which are not on this machine.
  install: `words=; while [ $# -gt 0 ]; do case $1 in -o | -g) shift ;; *) words="$words $1" ;; esac; shift; done; /usr/bin/install $words`,
  runuser: `[ -z "$FAILS" ] || [ "$2" != postgres ]`,
  ...Object.fromEntries(
    ['sha256sum', 'tar', 'systemctl', 'hanya', 'cp'].map((name) => [name, 'true']),
  ),
};

beforeEach(() => {
  rmSync(folder, { recursive: true });
  for (const place of ['bin', 'etc/hanya', 'usr/local/bin', 'work/hanya-1.0.0/deploy'])
    mkdirSync(join(folder, place), { recursive: true });
  rmSync(join(folder, 'etc/hanya'), { recursive: true });
  mkdirSync(join(folder, 'etc'), { recursive: true });
  writeFileSync(join(folder, 'users'), 'root\n');
  writeFileSync(join(folder, 'work/hanya-1.0.0/deploy/roles.sh'), '');
  const places = [join(folder, 'work/hanya-1.0.0/hanya')];
  for (const [name, does] of Object.entries(standIns)) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*" >>${calls}\n${does}\n`);
    places.push(join(programs, name));
  }
  writeFileSync(join(folder, 'work/hanya-1.0.0/hanya'), '#!/bin/sh\ntrue\n');
  for (const place of places) chmodSync(place, 0o755);
});

/** Pastes the block into a shell whose machine lies below the folder. */
function paste(fails = ''): number | null {
  const block = install.replaceAll(/(?<=[ >])\/(etc|var|usr\/local)\//g, `${folder}/$1/`);
  return spawnSync('sh', ['-c', block], {
    cwd: join(folder, 'work'),
    env: { PATH: `${programs}:/usr/bin:/bin`, FAILS: fails },
  }).status;
}

const settings = () =>
  ['hanya.env', 'migrate.env'].map((name) => readFileSync(join(folder, 'etc/hanya', name), 'utf8'));

test('the block that installs can be pasted again, and keeps passwords and settings', () => {
  expect(paste()).toBe(0);
  const before = settings();
  expect(before[0]).toMatch(/^JWT_SECRET="[0-9a-f]{64}"$/m);
  expect(before[1]).toMatch(/hanya_owner:[0-9a-f]{48}@/);
  expect(paste()).toBe(0);
  expect(settings()).toEqual(before);
  expect(readFileSync(calls, 'utf8').match(/^useradd /gm)).toHaveLength(2);
});

test('the block that installs stops where PostgreSQL is the wrong one, and can then be pasted again', () => {
  expect(paste('yes')).not.toBe(0);
  expect(readFileSync(calls, 'utf8')).not.toMatch(/^systemctl /m);
  expect(paste()).toBe(0);
  expect(settings()[0]).toContain('JWT_SECRET="');
});
