import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whyOldPictures } from '../../scripts/lib/pictures.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a release refuses pictures that are older than the last change of a screen', () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: folder });
  const commit = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
    git('add', '-A');
    git('commit', '-qm', path);
  };
  git('init', '-q');
  commit('docs/screens/unpaid.webp', 'one');
  commit('web/app/side-nav.tsx', 'one');
  expect(whyOldPictures(folder)).toMatch(/^The pictures of docs\/screens are older than commit /);
  commit('docs/screens/unpaid.webp', 'two');
  expect(whyOldPictures(folder)).toBe('');
  commit('server/main.ts', 'two');
  commit('docs/screens/README.md', 'two');
  expect(whyOldPictures(folder)).toBe('');
  commit('web/app/side-nav.tsx', 'two');
  expect(whyOldPictures(folder)).not.toBe('');
});
