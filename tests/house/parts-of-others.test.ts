import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import {
  insteadOfText,
  partsOfPostgres,
  partsOfVips,
  removeUnused,
  unnamedLibraries,
} from '../../scripts/lib/parts-of-others.mjs';

const texts = 'deploy/licences';
const folder = temporaryFolder();
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const isLinux = process.platform === 'linux';
const postgres = (): string => join(findBinaries().folder, '..');

test.runIf(isLinux)(
  'PostgreSQL and each library beside it are named, with version and text',
  () => {
    expect(unnamedLibraries(postgres())).toEqual([]);
    const found = partsOfPostgres(postgres(), '18.4.0-beta.17', texts);
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['PostgreSQL', 'OpenSSL', 'ICU', 'libxml2', 'libxslt', 'zlib']),
    );
    for (const { name, version, said } of found) {
      expect(version, name).toMatch(/^\d+\.\d+/);
      expect(said.join(''), name).toMatch(/\w/);
    }
    const text = found.map(({ said }) => said.join('\n')).join('\n');
    expect(text).toContain('Permission to use, copy, modify, and distribute this software and its');
    expect(text).toContain('Original SSLeay License');
  },
);

test.runIf(isLinux)('libvips is named with its notice, the LGPL and the GPL', () => {
  const name = `@img/sharp-libvips-linux-${process.arch}`;
  const require = createRequire(import.meta.resolve('sharp'));
  const parts = partsOfVips(join(dirname(require.resolve(`${name}/package`)), '.'), texts);
  const vips = parts.find((part) => part.name === 'libvips');
  expect(vips?.licence).toBe('LGPL-3.0-or-later');
  expect(vips?.said[0]).toContain('https://github.com/libvips/libvips');
  expect(vips?.said.slice(1).map((said) => said.trim().split('\n')[0])).toEqual([
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'GNU GENERAL PUBLIC LICENSE',
  ]);
  expect(parts.length).toBeGreaterThan(20);
});

test('a library that nobody has named is found, and one that nothing loads goes', () => {
  const lib = join(folder, 'native/lib');
  mkdirSync(join(lib, 'postgresql'), { recursive: true });
  for (const name of ['libpq.so.5.18', 'libz.so.1', 'libnew.so.3', 'libossp-uuid.so.16'])
    writeFileSync(join(lib, name), '');
  writeFileSync(join(lib, 'postgresql/uuid-ossp.so'), '');
  expect(unnamedLibraries(folder)).toEqual(['libnew.so.3']);
  removeUnused(folder);
  expect(readdirSync(lib).toSorted()).toEqual([
    'libnew.so.3',
    'libpq.so.5.18',
    'libz.so.1',
    'postgresql',
  ]);
  expect(readdirSync(join(lib, 'postgresql'))).toEqual([]);
});

test('a package without a text is followed by whose it is, and where from', () => {
  expect(insteadOfText({ author: { name: 'Ada' }, repository: { url: 'https://x.example' } })).toBe(
    'The package brings no text. By Ada, https://x.example.',
  );
  expect(insteadOfText({})).toBe('The package brings no text. By its authors.');
});
