import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';

sharp.cache(false);
// Only these readers are let near what people send, which always comes from a file: no SVG, no PDF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
    // What we have in memory is our own.
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

export const pictureType = 'image/jpeg';

/** A decoded picture takes memory and a core, so few are in work at once. */
const inTurn = pLimit(Math.min(2, availableParallelism()));

/** Longest side of a stored picture, in pixels. */
const longestSide = 2_560;

/**
 * Decodes a picture, whatever it calls itself, and writes it anew as JPEG: turned upright, without
 * metadata, at most `side` pixels long. False for what is no whole raster picture of at most 50
 * megapixels; of a moving one the first frame is taken.
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

/** Draws our own SVG as such a picture; never for anything that somebody sent. */
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
