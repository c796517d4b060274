import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollision } from '#contract/new-collisions.ts';
import { createFileAddresses, hour } from '#server/features/files/addresses.ts';
import { type S3Server, startS3 } from '#tests/gateways/s3-server.ts';
import { refusalOf } from '#tests/support/client.ts';
import { aCollision, anImage, aVideo } from '#tests/support/collisions.ts';
import { makePerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp, testSecret } from '#tests/support/test-app.ts';

const video = Buffer.from(aVideo(5_000));
let s3: S3Server;
let apps: Record<'folder' | 'bucket', { app: TestApp; vid: string; img: string }>;

async function withEvidence(env: Record<string, string>) {
  const app = await startTestApp(env);
  const officer = await makePerson(app, 'booking officer');
  const files = [await anImage(), { field: 'vid', content: new Uint8Array(video) }];
  const { data } = await officer.ok(createCollision, { body: aCollision(), files });
  return { app, vid: app.url + data.vid, img: app.url + (data.img[0] ?? '') };
}

beforeAll(async () => {
  s3 = await startS3();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.place;
  const FILES_URL = `s3://${accessKeyId}:${secretAccessKey}@${new URL(endpoint).host}/${bucket}?tls=off`;
  apps = { folder: await withEvidence({}), bucket: await withEvidence({ FILES_URL }) };
});
afterAll(async () => {
  for (const { app } of Object.values(apps)) await app.stop();
  await s3.stop();
});

describe.each(['folder', 'bucket'] as const)('a file from a %s', (kind) => {
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(apps[kind].vid, { method, headers });

  test('is served whole, with a type of ours and nothing that could run', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(video)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '5000',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="\w{26}\.mp4"$/,
      ) as unknown,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/) as unknown,
    });
  });

  test('a picture is shown where it is opened', async () => {
    const response = await fetch(apps[kind].img);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=4900-', 4900, 4999],
    ['bytes=-10', 4990, 4999],
    ['bytes=100-99999', 100, 4999],
    ['bytes=-99999', 0, 4999],
  ])('%s is a 206 with exactly these bytes', async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/5000`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(video.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=5000-', 'bytes=6000-7000', 'bytes=-0'])('%s is a 416', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */5000');
  });

  test.each(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'lines=0-1', 'bytes=a-b'])(
    '%s is answered with the whole file',
    async (range) => {
      const response = await get({ range });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(5_000);
    },
  );

  test('a range of what has changed since is answered with the whole file', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });

  test('who has it already gets a 304', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
  });

  test('HEAD tells its size', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '5000']);
  });

  test('a wrong or missing signature, another id and another time are a 403', async () => {
    const changed = (name: string, value: string) => {
      const address = new URL(apps[kind].vid);
      address.searchParams.set(name, value);
      return address;
    };
    const { searchParams } = new URL(apps[kind].vid);
    const later = String(Number(searchParams.get('expires')) + 1);
    const other = new URL(apps[kind].vid);
    other.pathname = new URL(apps[kind].img).pathname;
    const bare = new URL(apps[kind].vid);
    bare.search = '';
    const wrong = [
      changed('signature', 'A'.repeat(43)),
      changed('signature', ''),
      changed('expires', later),
      changed('expires', 'never'),
      other,
      bare,
      `${apps[kind].vid}&expires=${later}`,
    ];
    for (const address of wrong)
      expect(await refusalOf(fetch(address)), String(address)).toMatchObject({
        status: 403,
        code: 'bad_address',
      });
  });
});

test('an address that has expired is a 403', async () => {
  const { app, vid } = apps.folder;
  const id = new URL(vid).pathname.slice('/files/'.length);
  const expired = createFileAddresses([testSecret]).of(id, -hour);
  expect(await refusalOf(fetch(app.url + expired))).toMatchObject({ status: 403 });
});

test('a well-signed address of nothing is a 404', async () => {
  const address = createFileAddresses([testSecret]).of('NOSUCHFILE');
  expect(await refusalOf(fetch(apps.folder.app.url + address))).toMatchObject({ status: 404 });
});

test('an address of another installation is a 403', async () => {
  const { app, vid } = apps.folder;
  const id = new URL(vid).pathname.slice('/files/'.length);
  const foreign = createFileAddresses(['the secret of another installation']).of(id);
  expect(await refusalOf(fetch(app.url + foreign))).toMatchObject({ status: 403 });
});

test('an address holds for one to one and a half hours and is the same for a while', () => {
  const addresses = createFileAddresses([testSecret]);
  const { searchParams } = new URL(addresses.of('FILE'), 'http://here');
  const [expires, signature] = [
    searchParams.get('expires') ?? '',
    searchParams.get('signature') ?? '',
  ];
  const left = Number(expires) * 1_000 - Date.now();
  expect(left).toBeGreaterThan(hour - 1_000);
  expect(left).toBeLessThanOrEqual(1.5 * hour);
  expect(addresses.holds('FILE', expires, signature)).toBe(true);
  expect(addresses.holds('FILE', expires, signature, Number(expires) * 1_000)).toBe(false);
});
