import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('nothing is installed through a link, which would empty the folder it leads to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hanya-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [checkout, packages] = [join(folder, 'checkout'), join(folder, 'packages')];
  for (const part of ['scripts', 'package.json', 'package-lock.json']) {
    cpSync(part, join(checkout, part), { recursive: true });
  }
  mkdirSync(packages);
  writeFileSync(join(packages, 'kept'), '');
  symlinkSync(packages, join(checkout, 'node_modules'));
  const started = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(started.stderr).toBe(
    'node_modules is a link, and installing would empty the folder it leads to: remove it.\n',
  );
  expect(started.status).toBe(1);
  expect(existsSync(join(packages, 'kept'))).toBe(true);
});
