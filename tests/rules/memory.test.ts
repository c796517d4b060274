import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { memoryFlags, processesFor, whyTooLittle } from '#server/process/memory.ts';

test.each([
  [512, 1, 128, 4],
  [1_024, 1, 184, 4],
  [2_048, 2, 184, 4],
  [4_096, 2, 320, 8],
  [4_096, 4, 184, 4],
  [65_536, 4, 320, 8],
])('of %i MB for %i processes each has a heap of %i MB', (memoryMb, processes, old, semi) => {
  expect(memoryFlags(memoryMb, processes)).toEqual([
    `--max-old-space-size=${old}`,
    `--max-semi-space-size=${semi}`,
  ]);
});

test.each([
  [300, 8, 1],
  [1_024, 2, 1],
  [2_000, 2, 2],
  [2_000, 8, 2],
  [8_192, 2, 2],
  [65_536, 16, 4],
])('%i MB and %i cores are for %i processes', (memoryMb, cores, processes) => {
  expect(processesFor(memoryMb, cores)).toBe(processes);
});

test('a start says that there is too little memory, and what to do', () => {
  expect(whyTooLittle(960, 1)).toBeNull();
  expect(whyTooLittle(1_800, 2)).toBeNull();
  expect(whyTooLittle(512, 1)).toContain('One process and the database have 512 MB of memory');
  expect(whyTooLittle(1_024, 4)).toContain('set PROCESSES to a lower number');
});

test('the memory that is named is what everything follows from', () => {
  expect(readConfig({ MEMORY_MB: '1024' })).toMatchObject({
    memoryMb: 1_024,
    processes: 1,
    databaseMemoryMb: 1_024,
  });
  expect(
    readConfig({ MEMORY_MB: '1024', PROCESSES: '2', DATABASE_MEMORY_MB: '300' }),
  ).toMatchObject({ memoryMb: 1_024, processes: 2, databaseMemoryMb: 300 });
  for (const MEMORY_MB of ['0', '99', '1.5', '1 GB', '-1024'])
    expect(() => readConfig({ MEMORY_MB })).toThrow(
      'MEMORY_MB must be a whole number of megabytes',
    );
});

/** What `npm start` and the like are told for the first process. */
const flagsWith = (env: Record<string, string>) =>
  spawnSync(process.execPath, ['server/process/memory-flags.ts'], { env, encoding: 'utf8' }).stdout;

test('the process that serves by itself is told its heap, and one that starts others is not', () => {
  expect(flagsWith({ MEMORY_MB: '1024' })).toBe(memoryFlags(1_024, 1).join('\n'));
  expect(flagsWith({ MEMORY_MB: '8192', PROCESSES: '2' })).toBe('');
  expect(flagsWith({ MEMORY_MB: 'much' })).toBe('');
});
