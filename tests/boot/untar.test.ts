import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { untar } from '#server/backup/untar.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const text = 'a row of a table\n'.repeat(20_000);

function folderWith(contents?: string): string {
  const folder = temporaryFolder();
  folders.push(folder);
  if (contents !== undefined) writeFileSync(join(folder, 'table'), contents);
  return folder;
}

const packed = (): Buffer =>
  spawnSync('tar', ['-cf', '-', '-C', folderWith(text), 'table'], { maxBuffer: 1e7 }).stdout;

const unpacked = (parts: Buffer[], into: string) => untar(Readable.from(parts), into);

test('a tar is unpacked, though what reads it ends before all that follows is read', async () => {
  const into = folderWith();
  const tail = Array.from({ length: 200 }, () => Buffer.alloc(100_000));
  expect(await unpacked([packed(), ...tail], into)).toBeUndefined();
  expect(readFileSync(join(into, 'table'), 'utf8')).toBe(text);
});

test('a tar that is cut short, or is none, is complained of', async () => {
  expect(await unpacked([packed().subarray(0, 100_000)], folderWith())).toMatch(/Unexpected EOF/);
  expect(await unpacked([Buffer.alloc(100_000, 'x')], folderWith())).toMatch(/tar archive/);
});

test('what can’t be read fails as it says', async () => {
  const broken = new Readable({ read: () => undefined });
  broken.destroy(new Error('This disk is gone.'));
  await expect(untar(broken, folderWith())).rejects.toThrow('This disk is gone.');
});
