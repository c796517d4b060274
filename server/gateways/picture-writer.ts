import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { pixelLimit } from '#contract/file-kinds.ts';

sharp.cache(false);
// Pictures that people send always come from a file, and only these decoders may read them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    // From memory there is only what is our own.
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

/** The media types of what can be decoded, by the name of their decoder. */
const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Longest side of a stored picture, in pixels. */
const longestSide = 2_560;

/**
 * Decodes a picture, whatever type it claims, and writes it anew as JPEG: upright, without
 * metadata, at most `side` pixels long. Of an animation it takes the first frame. Answers the
 * picture's media type; null for anything but a complete JPEG, PNG or WebP of at most 50
 * megapixels.
 */
export async function writeAnew(
  source: string,
  target: string,
  side: number = longestSide,
): Promise<string | null> {
  try {
    const sent = sharp(source, { failOn: 'error', limitInputPixels: pixelLimit });
    const { format } = await sent.metadata();
    const type = types[format];
    if (type === undefined) return null;
    const drawn = await asJpeg(sent, side).timeout({ seconds: 30 }).toBuffer();
    // By itself, so that a disk without room isn't taken for a picture that can't be read.
    await writeFile(target, drawn);
    return type;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    return null;
  }
}

/** Draws our own SVG as such a picture; never for anything that was sent. */
export async function drawPicture(svg: string, target: string): Promise<void> {
  await asJpeg(sharp(Buffer.from(svg)), longestSide).toFile(target);
}

const asJpeg = (picture: Sharp, side: number) =>
  picture
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 82 });
