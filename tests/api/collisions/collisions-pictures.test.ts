import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollision } from '#contract/new-collisions.ts';
import { aStill, aWebm } from '#tests/support/camera-files.ts';
import { aCollision, aPicture, aVideo } from '#tests/support/collisions.ts';
import { keptIn } from '#tests/support/kept-files.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

type Bytes = Uint8Array<ArrayBuffer>;

const send = (content: Bytes | string, field = 'img', name = 'scene.jpg', type = 'image/jpeg') =>
  officer.call(createCollision, {
    body: aCollision(),
    files: [{ field, content, name, type }],
  });

/** What was stored of the newest file. */
async function stored() {
  const { id, content_type } = await app.db
    .selectFrom('files')
    .select(['id', 'content_type'])
    .where('kind', '<>', 'original')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { type: content_type, bytes: readFileSync(join(app.dataDir, 'files', id)) };
}

describe('a picture is written anew', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    '%s comes out as JPEG, whatever it calls itself',
    async (format) => {
      const answer = await send(await aPicture(format), 'img', 'page.html', 'text/html');
      expect(answer.status).toBe(201);
      const { type, bytes } = await stored();
      expect(type).toBe('image/jpeg');
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'jpeg',
        width: 64,
        height: 48,
      });
    },
  );

  test('upright, without what the camera wrote about place and owner', async () => {
    const photo = await sharp(await aPicture())
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '11/1 4/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Somebody')).toBe(true);
    await send(new Uint8Array(photo));
    const { bytes } = await stored();
    const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
    expect({ width, height }).toEqual({ width: 48, height: 64 });
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.includes('Somebody')).toBe(false);
  });

  test('at most 2,560 pixels long', async () => {
    await send(await aPicture('jpeg', 3000, 1500));
    const { width, height } = await sharp((await stored()).bytes).metadata();
    expect({ width, height }).toEqual({ width: 2560, height: 1280 });
  });

  test('without what was hidden behind its end', async () => {
    const hidden = '<script>alert(1)</script>';
    const photo = Buffer.concat([await aPicture(), Buffer.from(hidden)]);
    expect((await send(new Uint8Array(photo))).status).toBe(201);
    expect((await stored()).bytes.includes(hidden)).toBe(false);
  });
});

/** A PNG that says it is this large and holds next to nothing. */
async function claiming(width: number, height: number): Promise<Bytes> {
  const png = Buffer.from(await aPicture('png'));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return new Uint8Array(png);
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('what is no whole raster picture is refused, and nothing of it is kept', () => {
  test.each<[string, () => Promise<Bytes> | string]>([
    ['text', () => 'not a picture'],
    ['nothing at all', () => ''],
    ['a drawing with a script', () => svg],
    ['a drawing behind an XML declaration', () => `<?xml version="1.0"?>${svg}`],
    ['a document', () => '%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF'],
    ['a GIF', () => aPicture('gif')],
    ['an AVIF', () => aPicture('avif')],
    ['a TIFF', () => aPicture('tiff')],
    ['the first half of a JPEG', async () => (await aPicture('jpeg', 400, 300)).slice(0, 20_000)],
    ['the first half of a PNG', async () => (await aPicture('png', 400, 300)).slice(0, 20_000)],
    ['60,000 by 60,000 pixels', () => claiming(60_000, 60_000)],
    ['more pixels than its bytes', () => claiming(7_000, 7_000)],
  ])('%s', async (_what, content) => {
    const before = await keptIn(app);
    expect(await send(await content())).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        error: expect.stringMatching(/^The file img /) as unknown,
        fields: { img: expect.any(String) as unknown },
      },
    });
    expect(await keptIn(app)).toEqual(before);
  });

  test('one bad picture among good ones refuses them all', async () => {
    const before = await keptIn(app);
    const files = [
      { field: 'img', content: await aPicture() },
      { field: 'img', content: 'no picture' },
      { field: 'vid', content: aVideo() },
    ];
    const answer = await officer.call(createCollision, { body: aCollision(), files });
    expect(answer.status).toBe(400);
    expect(await keptIn(app)).toEqual(before);
  });
});

describe('a video is known by its own signature', () => {
  test.each([
    ['video/mp4', aVideo()],
    ['video/mp4', aVideo(4_096, 'mp42')],
    ['video/quicktime', aVideo(4_096, 'qt  ')],
    ['video/3gpp', aVideo(4_096, '3gp5')],
    ['video/webm', aWebm()],
  ])('%s, whatever it calls itself', async (type, content) => {
    expect((await send(content, 'vid', 'page.html', 'text/html')).status).toBe(201);
    expect((await stored()).type).toBe(type);
  });

  test.each<[string, Bytes | string]>([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a picture in the same container', aStill()],
    ['sound in the same container', aVideo(4_096, 'M4A ', 'soun')],
    ['a few bytes', 'ftyp'],
    ['nothing at all', ''],
  ])('%s is refused, and nothing of it is kept', async (_what, content) => {
    const before = await keptIn(app);
    expect(await send(content, 'vid', 'crash.mp4', 'video/mp4')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^The file vid is (not|empty)/) as unknown },
    });
    expect(await keptIn(app)).toEqual(before);
  });
});
