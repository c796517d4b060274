import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type FileBytes } from '#contract/file-bytes.ts';
import { examineFile, whyNotKept } from '#contract/file-kinds.ts';
import { pictureLimit, videoLimit } from '#contract/upload-limits.ts';
import {
  aBox,
  aBrand,
  aFilm,
  aJpeg,
  aMovie,
  aStill,
  aWebm,
  big,
  joinBytes,
  latin,
} from '#tests/support/camera-files.ts';
import { aPicture } from '#tests/support/collisions.ts';

const bytesOf = (content: Uint8Array): FileBytes => ({
  size: content.length,
  read: (from, to) => Promise.resolve(content.slice(from, to)),
});
const asBytes = (content: Uint8Array | string) =>
  typeof content === 'string' ? latin(content) : content;
type Content = Uint8Array | string;

async function whyNot(content: Content, kind: 'picture' | 'video' = 'picture') {
  const bytes = asBytes(content);
  return whyNotKept('It', await examineFile(bytesOf(bytes)), bytes.length, kind);
}
const typeOf = async (content: Content) => (await examineFile(bytesOf(asBytes(content)))).type;

/** A picture with so much of its end missing. */
const without = (content: Uint8Array, bytes: number) => content.slice(0, content.length - bytes);
const large = (format: 'jpeg' | 'png' | 'webp') => aPicture(format, 400, 300);

describe('a picture is known by its bytes', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s, with its size in pixels', async (format) => {
    const found = await examineFile(bytesOf(await aPicture(format, 321, 123)));
    expect(found).toMatchObject({ type: `image/${format}`, width: 321, height: 123, isCut: false });
  });

  test.each([
    ['a progressive JPEG', { progressive: true }],
    ['a JPEG in grey', {}],
  ])('%s', async (what, options) => {
    const drawn = sharp(Buffer.from(await large('jpeg')).subarray(0), { failOn: 'none' });
    const grey = what.includes('grey') ? drawn.greyscale() : drawn;
    expect(await whyNot(await grey.jpeg(options).toBuffer())).toBeNull();
  });

  test('a WebP without losses, and one with transparency', async () => {
    const create = { width: 77, height: 55, channels: 4, background: '#12345678' } as const;
    for (const options of [{ lossless: true }, { lossless: false }]) {
      const found = await examineFile(bytesOf(await sharp({ create }).webp(options).toBuffer()));
      expect(found).toMatchObject({ width: 77, height: 55, isCut: false });
    }
  });

  test('with what its camera appended: a short film, zeros, another picture', async () => {
    const jpeg = await large('jpeg');
    for (const tail of [aFilm(), new Uint8Array(5_000), without(await large('jpeg'), 900)])
      expect(await whyNot(joinBytes(jpeg, tail))).toBeNull();
    expect(await whyNot(joinBytes(await large('png'), aFilm()))).toBeNull();
  });
});

describe('a picture whose end is missing is not kept', () => {
  test.each([
    ['a JPEG in its middle', async () => without(await large('jpeg'), 9_000)],
    ['a JPEG by its last byte', async () => without(await large('jpeg'), 1)],
    ['a JPEG in what its camera noted', () => aJpeg({ exif: new Uint8Array(900) }).slice(0, 400)],
    ['a JPEG after its first bytes', async () => (await large('jpeg')).slice(0, 4)],
    ['a PNG in its middle', async () => without(await large('png'), 9_000)],
    ['a PNG by its last chunk', async () => without(await large('png'), 12)],
    ['a WebP in its middle', async () => without(await large('webp'), 3_000)],
    ['a WebP by its last byte', async () => without(await large('webp'), 2)],
    [
      'zeros from its middle on',
      async () => joinBytes(without(await large('jpeg'), 9_000), new Uint8Array(9_000)),
    ],
  ])('%s', async (_what, content) => {
    expect(await whyNot(await content())).toBe(
      'It is not complete. Select another picture or take this one again.',
    );
  });
});

describe('a picture that is not kept is called by its name, with how to help oneself', () => {
  test.each<[string, Content]>([
    ['a HEIC picture', aStill('heic')],
    ['a HEIC picture', aStill('heix')],
    ['a HEIC picture', aStill('mif1')],
    ['a HEIC picture', aStill('hevc')],
    ['an AVIF picture', aStill('avif')],
    ['an AVIF picture', aStill('mif1', 'avif')],
    ['a raw picture', aStill('crx ')],
    ['a GIF picture', 'GIF89a and more of it'],
    ['a BMP picture', 'BM1234\0\0\0\0 and more'],
    ['a TIFF or raw picture', 'II*\0 and more of it'],
    ['a TIFF or raw picture', 'MM\0* and more of it'],
    ['a JPEG XL picture', '\xff\n and more of it'],
    ['a JPEG 2000 picture', '\0\0\0\fjP   and more of it'],
  ])('%s', async (name, content) => {
    expect(await whyNot(content)).toBe(
      `It is ${name}, which Hanya cannot store. Set the camera to JPEG or “Most compatible” and take the picture again, or add a screenshot. Send JPEG, PNG or WebP.`,
    );
  });

  test('as are those made by an encoder', async () => {
    expect(await whyNot(await aPicture('avif'))).toContain('It is an AVIF picture');
    expect(await whyNot(await aPicture('gif'))).toContain('It is a GIF picture');
    expect(await whyNot(await aPicture('tiff'))).toContain('It is a TIFF or raw picture');
  });
});

describe('what is something else is not kept as a picture, whatever its name', () => {
  test.each<[string, Content]>([
    ['', 'These are words.'],
    ['', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['', new Uint8Array(900)],
    [', but a PDF document', '%PDF-1.7'],
    [', but a ZIP file or document', 'PK\x03\x04 and more'],
    [', but an MP4 video', aFilm()],
    [', but a MOV video', aFilm(900, 'qt  ')],
    [', but a sound recording', aFilm(900, 'M4A ', 'soun')],
  ])('%s', async (but, content) => {
    expect(await whyNot(content)).toBe(`It is not a picture${but}. Send JPEG, PNG or WebP.`);
  });

  test('an empty file is empty', async () => {
    expect(await whyNot('')).toBe('It is empty.');
    expect(await whyNot('', 'video')).toBe('It is empty.');
  });
});

describe('the size of a picture', () => {
  test.each([
    [8_660, 5_773, null],
    [
      12_000,
      9_000,
      'It has 108 megapixels. A picture can have at most 50. Take the picture again with a smaller setting.',
    ],
    [
      65_000,
      65_000,
      'It has 4225 megapixels. A picture can have at most 50. Take the picture again with a smaller setting.',
    ],
  ])('%i by %i pixels', async (width, height, why) => {
    expect(await whyNot(aJpeg({ width, height }))).toBe(why);
  });

  test('in bytes is limited for pictures and for videos', async () => {
    const picture = await examineFile(bytesOf(aJpeg()));
    const film = await examineFile(bytesOf(aFilm()));
    expect(whyNotKept('a.jpg', picture, pictureLimit, 'picture')).toBeNull();
    expect(whyNotKept('a.mp4', film, videoLimit, 'video')).toBeNull();
    expect(whyNotKept('a.jpg', picture, pictureLimit + 2 ** 20, 'picture')).toBe(
      'a.jpg is 16 MB. A picture can be at most 15 MB. Select a smaller one.',
    );
    expect(whyNotKept('a.mp4', film, videoLimit + 2 ** 20, 'video')).toContain('201 MB');
  });
});

describe('a video is known by what it holds, whatever brand its camera names', () => {
  test.each([
    ['video/mp4', 'isom'],
    ['video/mp4', 'mp42'],
    ['video/mp4', 'XAVC'],
    ['video/mp4', 'MSNV'],
    ['video/mp4', 'iso6'],
    ['video/mp4', 'hvc1'],
    ['video/mp4', 'NDSM'],
    ['video/quicktime', 'qt  '],
    ['video/3gpp', '3gp4'],
    ['video/3gpp', '3gp6'],
    ['video/3gpp', '3g2a'],
  ])('%s of brand %s', async (type, brand) => {
    expect(await typeOf(aFilm(4_096, brand))).toBe(type);
    expect(await whyNot(aFilm(4_096, brand), 'video')).toBeNull();
  });

  test('an old MOV without a brand, with its index at the end', async () => {
    const old = joinBytes(aBox('wide'), aBox('mdat', big(0, 900)), aMovie());
    expect(await typeOf(old)).toBe('video/quicktime');
    expect(await whyNot(old, 'video')).toBeNull();
  });

  test('one that a browser wrote in fragments, and one with something appended', async () => {
    const head = joinBytes(aBrand('iso5'), aMovie());
    const fragment = joinBytes(aBox('moof', big(0, 40)), aBox('mdat', big(0, 90)));
    expect(await whyNot(joinBytes(head, fragment, fragment), 'video')).toBeNull();
    expect(await whyNot(joinBytes(aFilm(), new Uint8Array(700)), 'video')).toBeNull();
    expect(await whyNot(joinBytes(aFilm(), big(0, 1), '\x01\xf0'), 'video')).toBeNull();
  });

  test('a WebM, with a length and streamed', async () => {
    for (const webm of [aWebm(), aWebm(300, true)]) {
      expect(await typeOf(webm)).toBe('video/webm');
      expect(await whyNot(webm, 'video')).toBeNull();
    }
  });
});

describe('a video whose end is missing is not kept', () => {
  test.each([
    ['an MP4 whose index stands first', aFilm().slice(0, 2_000)],
    [
      'an MP4 that was filmed when the phone went off',
      joinBytes(aBrand('isom'), aBox('mdat', big(0, 900))),
    ],
    [
      'an MP4 in its index',
      joinBytes(aBrand('isom'), aBox('mdat', big(0, 900)), aMovie().slice(0, 30)),
    ],
    ['an MP4 without any pictures', joinBytes(aBrand('isom'), aMovie())],
    ['a MOV', without(aFilm(4_096, 'qt  '), 100)],
    ['a WebM', without(aWebm(), 50)],
    ['a WebM after its head', aWebm().slice(0, 17)],
  ])('%s', async (_what, content) => {
    expect(await whyNot(content, 'video')).toBe(
      'It is not complete. Select another video or take this one again.',
    );
  });
});

test.each<[string, Content]>([
  ['an AVI video', 'RIFF1234AVI LIST'],
  ['a WMV video', '0&\xb2u and more of it'],
  ['an MPEG video', '\0\0\x01\xba and more'],
  [
    'an MTS video',
    joinBytes(...Array.from({ length: 3 }, () => joinBytes('G', new Uint8Array(187)))),
  ],
  ['an MKV video', joinBytes('\x1aE\xdf\xa3\x8b', 'B\x82\x88matroska')],
  ['an FLV video', 'FLV\x01 and more of it'],
])('%s is not kept, with how to help oneself', async (name, content) => {
  expect(await whyNot(content, 'video')).toBe(
    `It is ${name}, which Hanya cannot store. Record the video again with a phone, or convert the file. Send MP4, WebM, MOV or 3GP.`,
  );
});

test.each<[string, Content]>([
  ['', '<html>'],
  [', but a HEIC picture', aStill()],
  [', but a JPEG picture', aJpeg()],
  [', but a sound recording', aFilm(900, 'M4A ', 'soun')],
  [', but a sound recording', aFilm(900, 'isom', 'soun')],
])('what is not a video%s is not kept as one', async (but, content) => {
  expect(await whyNot(content, 'video')).toBe(
    `It is not a video${but}. Send MP4, WebM, MOV or 3GP.`,
  );
});

test('whatever is cut or filled with noise is answered', async () => {
  let seed = 20_261_126;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  const whole = [await aPicture('jpeg', 90, 70), await aPicture('png'), await aPicture('webp')];
  for (const content of [...whole, aFilm(), aStill(), aWebm(), aJpeg()])
    for (let round = 0; round < 60; round += 1) {
      const spoiled = content.slice(0, next() % content.length);
      for (let byte = 0; byte < 3 && spoiled.length > 0; byte += 1)
        spoiled[next() % spoiled.length] = next() % 256;
      const found = await examineFile(bytesOf(spoiled));
      expect(['picture', 'video', 'other']).toContain(found.family);
    }
});
