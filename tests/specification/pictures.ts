import sharp from 'sharp';

/** A small picture in one colour, as a file input takes it. */
export async function aPicture(name = 'picture.png') {
  const background = { r: 31, g: 120, b: 180 };
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}
