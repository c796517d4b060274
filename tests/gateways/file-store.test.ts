import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepDrafts } from '#server/gateways/file-store-local.ts';
import { type FileStore, openFileStore } from '#server/gateways/file-store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type S3Server, startS3 } from './s3-server.ts';

let dataDir: string;
let s3: S3Server;
let stores: Record<'local' | 's3', FileStore>;

beforeAll(async () => {
  dataDir = temporaryFolder();
  s3 = await startS3();
  stores = {
    local: await openFileStore({ dataDir }),
    s3: await openFileStore({ dataDir, files: s3.place }),
  };
});
afterAll(async () => {
  for (const store of Object.values(stores)) store.close();
  await s3.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function aFile(content: Uint8Array): string {
  const path = join(dataDir, randomBytes(8).toString('hex'));
  writeFileSync(path, content);
  return path;
}

describe.each(['local', 's3'] as const)('the %s store', (kind) => {
  test('gives back exactly the bytes that were put', async () => {
    // More than one part of an upload in parts, and not a whole number of them.
    for (const size of [1, 70_000, 12 * 1024 * 1024 + 3]) {
      const content = randomBytes(size);
      const key = `whole${size}`;
      await stores[kind].put(key, aFile(content), 'image/jpeg');
      const stream = await stores[kind].open(key);
      if (!stream) throw new Error('The file is not there.');
      expect((await buffer(stream)).equals(content), `${size} bytes`).toBe(true);
    }
  });

  test('gives a range with both of its ends', async () => {
    await stores[kind].put('range', aFile(Buffer.from('0123456789')), 'video/mp4');
    for (const [start, end, text] of [
      [0, 1, '01'],
      [3, 6, '3456'],
      [9, 9, '9'],
    ] as const) {
      const stream = await stores[kind].open('range', { start, end });
      expect(stream && (await buffer(stream)).toString()).toBe(text);
    }
  });

  test('has nothing under a key that was never put or was removed', async () => {
    expect(await stores[kind].open('never')).toBeUndefined();
    await stores[kind].put('gone', aFile(Buffer.from('x')), 'image/jpeg');
    await stores[kind].remove('gone');
    expect(await stores[kind].open('gone')).toBeUndefined();
  });

  test('names the keys of what it has', async () => {
    await stores[kind].put('named', aFile(Buffer.from('x')), 'image/jpeg');
    const keys: string[] = [];
    for await (const some of stores[kind].keys()) keys.push(...some);
    expect(keys).toContain('named');
    expect(keys).not.toContain('drafts');
  });

  test('takes the removal of what is not there as done', async () => {
    await expect(stores[kind].remove('never')).resolves.toBeUndefined();
  });

  test('throws and keeps nothing when the file to put cannot be read', async () => {
    await expect(
      stores[kind].put('missing', join(dataDir, 'no-such-file'), 'image/jpeg'),
    ).rejects.toThrow();
    expect(await stores[kind].open('missing')).toBeUndefined();
  });
});

describe('the local store', () => {
  test('leaves no draft behind', async () => {
    await stores.local.put('draft', aFile(Buffer.from('x')), 'image/jpeg');
    await expect(stores.local.put('bad', dataDir, 'image/jpeg')).rejects.toThrow();
    expect(readdirSync(join(dataDir, 'files', 'drafts'))).toEqual([]);
    expect(readFileSync(join(dataDir, 'files', 'draft'), 'utf8')).toBe('x');
  });

  test('forgets at the next start what a killed server was about to store', async () => {
    writeFileSync(join(dataDir, 'files', 'drafts', 'half'), 'x');
    await sweepDrafts(dataDir);
    expect(readdirSync(join(dataDir, 'files'))).not.toContain('drafts');
  });

  test('refuses a key that would lead out of its folder', async () => {
    await expect(stores.local.open('../jwt-secret')).rejects.toThrow('is not the key of a file');
  });
});

describe('the s3 store', () => {
  test('tells a missing bucket from a missing file', async () => {
    const store = await openFileStore({
      dataDir,
      files: { ...s3.place, bucket: 'no-such-bucket' },
    });
    await expect(store.open('any')).rejects.toThrow();
    store.close();
  });

  test('is refused with a wrong key', async () => {
    const store = await openFileStore({ dataDir, files: { ...s3.place, accessKeyId: 'WRONG' } });
    await expect(store.put('any', aFile(Buffer.from('x')), 'image/jpeg')).rejects.toThrow();
    store.close();
  });
});
