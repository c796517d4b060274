import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileParts, openFileParts, partKey } from '#server/gateways/file-parts.ts';
import { openFileStore } from '#server/gateways/file-store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type S3Server, startS3 } from './s3-server.ts';

let dataDir: string;
let s3: S3Server;
/** Of two servers: by files in one folder, and by objects in one bucket. */
let pairs: Record<'local' | 's3', readonly [FileParts, FileParts]>;

beforeAll(async () => {
  dataDir = temporaryFolder();
  s3 = await startS3();
  const inFolder = () => openFileParts({ dataDir });
  const inBucket = () => openFileParts({ dataDir, files: s3.place });
  pairs = {
    local: [await inFolder(), await inFolder()],
    s3: [await inBucket(), await inBucket()],
  };
});
afterAll(async () => {
  await s3.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const begin = ({ store }: FileParts, id: string, size: number) =>
  store.create(new Upload({ id: partKey(id), size, offset: 0, metadata: { id } }));
const send = ({ store }: FileParts, id: string, offset: number, bytes: Buffer) =>
  store.write(Readable.from([bytes]), partKey(id), offset);

describe.each(['local', 's3'] as const)('parts in the %s store', (kind) => {
  // Less and more than what a bucket takes as a part of its own.
  test.each([900_000, 9_000_000])('of %d bytes come by two servers in turn', async (size) => {
    const [one, other] = pairs[kind];
    const whole = randomBytes(size);
    const id = `turns${size}`;
    expect(await one.sentOf(id)).toBe(0);
    await begin(one, id, size);
    const cuts = [0, 0.2, 0.45, 0.9, 1].map((share) => size * share);
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const server = index % 2 === 0 ? other : one;
      expect(await server.sentOf(id)).toBe(from);
      await send(server, id, from, whole.subarray(from, cuts[index + 1]));
    }
    expect(await one.sentOf(id)).toBe(size);
    expect((await buffer(await other.read(id))).equals(whole)).toBe(true);
  });

  test.each([10, 100])('of which %d in a hundred have come are forgotten whole', async (share) => {
    const [one, other] = pairs[kind];
    const id = `gone${share}`;
    await begin(one, id, 1_000_000);
    await send(one, id, 0, randomBytes(share * 10_000));
    await other.remove(id);
    expect(await other.sentOf(id)).toBe(0);
    await other.remove(id);
    await expect(other.read(id).then(buffer)).rejects.toThrow();
  });

  test('that one server removed are begun anew at any other', async () => {
    const [one, other] = pairs[kind];
    const whole = randomBytes(1_000_000);
    await begin(one, 'anew', whole.length);
    await send(one, 'anew', 0, randomBytes(whole.length));
    expect(await other.sentOf('anew')).toBe(whole.length);
    await one.remove('anew');
    await begin(one, 'anew', whole.length);
    expect(await other.sentOf('anew')).toBe(0);
    await send(other, 'anew', 0, whole);
    expect((await buffer(await one.read('anew'))).equals(whole)).toBe(true);
  });
});

test('nothing of a file that was received stays in the bucket', async () => {
  const [one] = pairs.s3;
  await begin(one, 'received', 1_000);
  await send(one, 'received', 0, randomBytes(1_000));
  await one.remove('received');
  const files = await openFileStore({ dataDir, files: s3.place });
  const left: string[] = [];
  for await (const some of files.keys()) left.push(...some);
  files.close();
  expect(left.filter((key) => key.includes('received'))).toEqual([]);
});
