import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { takenOf } from '#contract/exif.ts';
import { aJpeg, anExif, aStill } from '#tests/support/camera-files.ts';

const read = (content: Uint8Array) =>
  takenOf({
    size: content.length,
    read: (from, to) => Promise.resolve(content.slice(from, to)),
  });
const readNoted = (...noted: Parameters<typeof anExif>) => read(aJpeg({ exif: anExif(...noted) }));

const kaduna = {
  lat: [
    [
      [10, 1],
      [31, 1],
      [2_400, 100],
    ],
    'N',
  ],
  lng: [
    [
      [7, 1],
      [26, 1],
      [1_200, 100],
    ],
    'E',
  ],
} as const;

describe('what a camera noted in a picture', () => {
  test.each([false, true])(
    'time, position and orientation (lowest byte first: %s)',
    async (little) => {
      const noted = { at: '2026:11:22 08:12:30', offset: '+01:00', orientation: 6, ...kaduna };
      expect(await readNoted(noted, little)).toEqual({
        at: '2026-11-22T08:12:30+01:00',
        position: { lat: 10.523333, lng: 7.436667 },
        orientation: 6,
      });
    },
  );

  test('south and west are below zero', async () => {
    const noted = { lat: [kaduna.lat[0], 'S'], lng: [kaduna.lng[0], 'W'] } as const;
    expect(await readNoted(noted)).toEqual({ position: { lat: -10.523333, lng: -7.436667 } });
  });

  test('without its time the time of the file, and no offset where none is given', async () => {
    expect(await readNoted({ changed: '2026:11:22 08:12:30' })).toEqual({
      at: '2026-11-22T08:12:30',
    });
  });

  test('as an encoder writes it', async () => {
    const create = { width: 9, height: 9, channels: 3, background: '#777' } as const;
    const picture = sharp({ create }).withExif({
      IFD0: { Orientation: '3' },
      IFD2: { DateTimeOriginal: '2026:01:02 03:04:05' },
    });
    expect(await read(await picture.jpeg().toBuffer())).toMatchObject({
      at: '2026-01-02T03:04:05',
    });
  });

  test.each<[string, Parameters<typeof anExif>[0]]>([
    ['a clock that was never set', { at: '0000:00:00 00:00:00' }],
    ['blanks for a time', { at: '    :  :     :  :  ' }],
    ['a day that is none', { at: '2026:13:41 08:12:30' }],
    [
      'a receiver without a fix',
      {
        lat: [
          [
            [0, 1],
            [0, 1],
            [0, 1],
          ],
          'N',
        ],
        lng: [
          [
            [0, 1],
            [0, 1],
            [0, 1],
          ],
          'E',
        ],
      },
    ],
    [
      'fractions of nothing',
      {
        lat: [
          [
            [0, 0],
            [0, 0],
            [0, 0],
          ],
          'N',
        ],
        lng: [
          [
            [0, 0],
            [0, 0],
            [0, 0],
          ],
          'E',
        ],
      },
    ],
    [
      'a latitude beyond the pole',
      {
        lat: [
          [
            [95, 1],
            [0, 1],
            [0, 1],
          ],
          'N',
        ],
        lng: kaduna.lng,
      },
    ],
    ['an orientation that is none', { orientation: 9 }],
    ['nothing', {}],
  ])('%s is nothing', async (_what, noted) => {
    expect(await readNoted(noted)).toBeNull();
  });

  test('what is no JPEG, cut or full of noise has none', async () => {
    expect(await read(aStill())).toBeNull();
    expect(await read(new Uint8Array())).toBeNull();
    const exif = anExif({ at: '2026:11:22 08:12:30', orientation: 6, ...kaduna });
    for (let at = 0; at < 60; at += 1) {
      const spoiled = exif.slice(0, exif.length - at * 20);
      spoiled.fill(0xff, at, at + 3);
      await read(aJpeg({ exif: spoiled }));
    }
  });
});
