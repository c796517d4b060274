import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { programsOfOthers } from '../../scripts/lib/machines.mjs';

test('a release for one machine is refused programs and modules of another', () => {
  const folder = temporaryFolder();
  const plant = (name: string, machine: number) => {
    const head = Buffer.alloc(64);
    head.write('\u007FELF', 'latin1');
    head.writeUInt16LE(machine, 18);
    writeFileSync(join(folder, name), head);
  };
  mkdirSync(join(folder, 'modules'));
  plant('node', 183);
  plant('modules/sharp.node', 62);
  plant('modules/argon2.node', 183);
  writeFileSync(join(folder, 'README.md'), 'No program at all, though it is long enough.');
  writeFileSync(join(folder, 'empty'), '');
  expect(programsOfOthers(folder, 'arm64')).toEqual(['modules/sharp.node']);
  expect(programsOfOthers(folder, 'x64').sort()).toEqual(['modules/argon2.node', 'node']);
});
