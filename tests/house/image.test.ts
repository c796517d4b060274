// @module-tag night
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Copies exactly what the image is built from: what its ignore file lets in of the checkout. */
function copyImageContext(folder: string): void {
  const lines = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').trim();
  const [all, ...rules] = lines.split('\n');
  const isLetIn = (rule: string) => rule.startsWith('!');
  const leftOut = rules.filter((rule) => !isLetIn(rule));
  // Only these forms are read here: a builder knows more.
  if (all !== '*' || leftOut.some((rule) => !/^\*\*\/[^/]+$/.test(rule)))
    throw new Error('deploy/Dockerfile.dockerignore has a line that is not understood here.');
  const names = leftOut.map((rule) => rule.slice('**/'.length));
  const filter = (path: string) => !names.some((name) => matchesGlob(basename(path), name));
  for (const pattern of rules.filter(isLetIn))
    for (const path of globSync(pattern.slice(1)))
      cpSync(path, join(folder, path), { recursive: true, filter });
}

test('the screens are built from what the ignore file of the image lets in, and nothing of a checkout slips in', () => {
  const context = mkdtempSync(join(tmpdir(), 'hanya-image-'));
  onTestFinished(() => rmSync(context, { recursive: true }));
  copyImageContext(context);
  for (const part of ['tests', 'docs', 'data', 'dist', 'node_modules', '.git'])
    expect(existsSync(join(context, part))).toBe(false);
  symlinkSync(resolve('node_modules'), join(context, 'node_modules'));
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: context,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(built.stderr).toBe('');
  expect(built.status).toBe(0);
  for (const part of ['dist/web/index.html', 'server/main.ts', 'contract/endpoints.ts'])
    expect(existsSync(join(context, part))).toBe(true);
});
