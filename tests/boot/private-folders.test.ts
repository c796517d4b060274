import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstThatIsNoFile } from '#server/backup/moment.ts';
import { openFileParts } from '#server/gateways/file-parts.ts';
import { makePassable } from '#server/process/data-folder.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const outer = temporaryFolder();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('what has arrived of evidence is its owner’s alone, also where everybody could read it before', async () => {
  const dataDir = join(outer, 'data');
  mkdirSync(join(dataDir, 'parts'), { recursive: true, mode: 0o755 });
  await openFileParts({ dataDir });
  expect(modeOf(join(dataDir, 'parts'))).toBe('700');
  const fresh = join(outer, 'fresh');
  await openFileParts({ dataDir: fresh });
  expect(modeOf(join(fresh, 'parts'))).toBe('700');
});

test('a folder through which the database’s user must pass is passable under the strictest umask', () => {
  const before = process.umask(0o077);
  try {
    const folder = join(outer, 'one', 'two', 'three');
    makePassable(folder);
    expect(['one', 'one/two', 'one/two/three'].map((made) => modeOf(join(outer, made)))).toEqual([
      '711',
      '711',
      '711',
    ]);
    const standing = join(outer, 'standing');
    mkdirSync(standing, { mode: 0o700 });
    makePassable(standing);
    expect(modeOf(standing)).toBe('700');
  } finally {
    process.umask(before);
  }
});

const made = (name: string, more?: (folder: string) => void) => {
  const folder = join(outer, name);
  mkdirSync(join(folder, 'base', '1'), { recursive: true });
  writeFileSync(join(folder, 'base', '1', 'file'), 'x');
  more?.(join(folder, 'base'));
  return folder;
};

test.each([
  ['a link to a file', (base: string) => symlinkSync('/etc/hostname', join(base, 'odd'))],
  ['a link to a folder', (base: string) => symlinkSync('/etc', join(base, 'odd'))],
  ['a link to nothing', (base: string) => symlinkSync('/nowhere', join(base, 'odd'))],
  [
    'a second name of a file',
    (base: string) => linkSync(join(base, '1', 'file'), join(base, '1', 'z')),
  ],
  ['a pipe', (base: string) => execFileSync('mkfifo', [join(base, 'odd')])],
])('a copy of a cluster with %s in it is not unpacked', (what, odd) => {
  expect(firstThatIsNoFile(made(`good ${what}`))).toBeUndefined();
  expect(firstThatIsNoFile(made(`bad ${what}`, odd))).toContain('base');
});
