import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';

sharp.cache(false);
// Pictures that people send always come from a file, and only these decoders may read them: no SVG,
// no PDF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
    // SVG from memory is always our own.
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

export const pictureType = 'image/jpeg';

/** Decoding takes memory and a core, so only a few pictures at once. */
const inTurn = pLimit(Math.min(2, availableParallelism()));

/** Longest side of a stored picture, in pixels. */
const longestSide = 2_560;

/**
 * Decodes a picture, whatever type it claims, and writes it anew as JPEG: upright, without
 * metadata, at most `side` pixels long; of an animation the first frame. False for anything but a
 * complete raster picture of at most 50 megapixels.
 */
export function reencodePicture(
  source: string,
  target: string,
  side: number = longestSide,
): Promise<boolean> {
  return inTurn(async () => {
    try {
      await writeJpeg(
        sharp(source, { failOn: 'error', limitInputPixels: 50_000_000 }),
        side,
      ).toFile(target);
      return true;
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw error;
      return false;
    }
  });
}

/** Draws our own SVG as such a picture; never for anything that was sent. */
export async function drawPicture(svg: string, target: string): Promise<void> {
  await writeJpeg(sharp(Buffer.from(svg)), longestSide).toFile(target);
}

const writeJpeg = (picture: Sharp, side: number) =>
  picture
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 82 });
