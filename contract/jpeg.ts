import type { FileReader } from './file-bytes.ts';

/** The parts of a JPEG. `exif` is the stretch of bytes that the camera noted. */
export interface Jpeg {
  readonly width: number;
  readonly height: number;
  readonly isCut: boolean;
  readonly exif: { readonly from: number; readonly length: number } | null;
}

/** Markers that stand alone: the beginning, a temporary one, and those between stretches. */
const standsAlone = (marker: number) =>
  marker === 0x01 || marker === 0xd8 || (marker >= 0xd0 && marker <= 0xd7);

/** Markers of a frame, which says its size; the other three of their row are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const startOfScan = 0xda;
const endOfImage = 0xd9;

/** Reads what stands before the picture itself, and whether its end is there. */
export async function readJpeg(file: FileReader): Promise<Jpeg> {
  let [width, height] = [0, 0];
  let exif: Jpeg['exif'] = null;
  let at = 2;
  for (;;) {
    const [first = 0, marker = 0] = await file.at(at, 2);
    if (first !== 0xff || marker === endOfImage) return { width, height, exif, isCut: true };
    if (marker === 0xff || standsAlone(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = await file.number(at + 2, 2);
    if (!(length >= 2) || at + 2 + length > file.size) return { width, height, exif, isCut: true };
    if (isFrame(marker)) {
      height = await file.number(at + 5, 2);
      width = await file.number(at + 7, 2);
    }
    if (marker === 0xe1 && exif === null && (await file.text(at + 4, 6)) === 'Exif\0\0')
      exif = { from: at + 10, length: length - 8 };
    at += 2 + length;
    if (marker === startOfScan) return { width, height, exif, isCut: !(await hasEnd(file, at)) };
  }
}

/** Cameras append to a picture what isn't its own, such as a short video, so its end is looked for. */
async function hasEnd(file: FileReader, from: number): Promise<boolean> {
  if (file.size >= from + 2 && (await file.number(file.size - 2, 2)) === 0xffd9) return true;
  let at = from;
  while (at + 1 < file.size) {
    const piece = await file.at(at, 64 * 1024);
    const found = piece.indexOf(0xff);
    if (found < 0 || found + 1 >= piece.length) {
      at += found < 0 ? piece.length : Math.max(found, 1);
      continue;
    }
    const marker = piece[found + 1] ?? 0;
    at += found;
    if (marker === endOfImage) return true;
    if (marker === 0xff) at += 1;
    else if (marker === 0 || standsAlone(marker)) at += 2;
    else at += 2 + (await file.number(at + 2, 2));
    if (Number.isNaN(at)) return false;
  }
  return false;
}
