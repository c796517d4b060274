import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyImageContext } from '../../scripts/lib/image-context.mjs';

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
