import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { reencodePicture } from '#server/gateways/pictures.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
mkdirSync(folder, { recursive: true });
const source = join(folder, 'large');
const target = join(folder, 'large.jpg');

beforeAll(async () => {
  writeFileSync(source, await aPicture('png', 1_500, 1_000));
});

/** The processes that decode for this one. */
function decoders(): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return rows.split('\n').flatMap((row) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*picture-process/.exec(row) ?? [];
    return Number(parent) === process.pid ? [Number(pid)] : [];
  });
}

test(
  'a decoder that ends in the middle is tried once more, and then its picture is refused',
  { tags: 'night' },
  async () => {
    // Its process is there before it is ended.
    expect(await reencodePicture(source, target)).toBe('image/png');

    const tried = reencodePicture(source, target);
    for (const pid of decoders()) process.kill(pid, 'SIGKILL');
    expect(await tried).toBe('image/png');
    expect((await sharp(target).metadata()).format).toBe('jpeg');

    const killing = setInterval(() => {
      for (const pid of decoders()) process.kill(pid, 'SIGKILL');
    }, 5);
    const refused = await reencodePicture(source, target);
    clearInterval(killing);
    expect(refused).toBeNull();
    expect(await reencodePicture(source, target)).toBe('image/png');
  },
);

test('every thread of a decoder gives way to whoever waits for a list', async () => {
  await reencodePicture(source, target);
  const nices = decoders().flatMap((pid) =>
    execFileSync('ps', ['-L', '-o', 'ni=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number),
  );
  expect(nices.length).toBeGreaterThan(5);
  expect(nices.filter((nice) => nice !== constants.priority.PRIORITY_BELOW_NORMAL)).toEqual([]);
});

test('a picture that cannot be stored is not taken for one that cannot be read', async () => {
  const nowhere = join(temporaryFolder(), 'no folder', 'picture.jpg');
  await expect(reencodePicture(source, nowhere)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a machine that can start no process says so, and refuses no picture for it', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  for (const pid of decoders()) process.kill(pid, 'SIGKILL');
  process.execPath = join(folder, 'no such program');
  await expect(reencodePicture(source, target)).rejects.toMatchObject({ code: 'no_process' });
  process.execPath = execPath;
  expect(await reencodePicture(source, target)).toBe('image/png');
});
