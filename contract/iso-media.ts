import { type FileReader, numberIn, textIn } from './file-bytes.ts';

/** A container of the family of MP4, MOV, 3GP, HEIC and AVIF holds this. */
export interface IsoMedia {
  readonly holds: 'HEIC' | 'AVIF' | 'raw' | 'video' | 'sound';
  readonly type: 'video/mp4' | 'video/quicktime' | 'video/3gpp';
  readonly isCut: boolean;
}

interface Box {
  readonly type: string;
  /** The content lies from here to `end`, which may lie beyond the file. */
  readonly from: number;
  readonly end: number;
}

/** More than any camera writes; a file that goes on for longer is not looked at to its end. */
const mostBoxes = 50_000;

/** The boxes of a stretch; what is no box ends them, since cameras append what isn't theirs. */
async function* boxesIn(file: FileReader, start: number, end: number): AsyncGenerator<Box> {
  let at = start;
  for (let count = 0; count < mostBoxes && at + 8 <= end; count += 1) {
    const head = await file.at(at, 16);
    const type = textIn(head.subarray(4, 8));
    if (!/^[ -~\u00a9][ -~]{3}$/.test(type)) return;
    const short = numberIn(head.subarray(0, 4));
    const isLong = short === 1;
    const size = isLong ? numberIn(head.subarray(8, 16)) : short === 0 ? end - at : short;
    const from = at + (isLong ? 16 : 8);
    if (at + size < from) return;
    yield { type, from, end: at + size };
    at += size;
  }
}

const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Reads such a container by its boxes, whatever brand it names; null for anything else. */
export async function readIsoMedia(file: FileReader): Promise<IsoMedia | null> {
  const first = await file.text(4, 4);
  if (!firstBoxes.includes(first)) return null;
  const brands = first === 'ftyp' ? await brandsOf(file) : ['qt  '];
  const type = typeOf(brands[0] ?? '');
  let [isCut, hasData] = [false, false];
  let movie: Box | undefined;
  for await (const box of boxesIn(file, 0, file.size)) {
    if (box.end > file.size) isCut = true;
    if (box.type === 'moov') movie ??= box;
    if (box.type === 'mdat' || box.type === 'moof') hasData = true;
  }
  const still = movie ? undefined : stillOf(brands);
  if (still !== undefined) return { holds: still, type, isCut };
  // A camera writes it last: what was cut off while it was filmed lacks it.
  if (!movie || movie.end > file.size) return { holds: 'video', type, isCut: true };
  if (!(await holdsVideo(file, movie))) return { holds: 'sound', type, isCut };
  return { holds: 'video', type, isCut: isCut || !hasData };
}

async function brandsOf(file: FileReader): Promise<string[]> {
  const length = Math.min(await file.number(0, 4), 256);
  const all = await file.text(8, Math.max(0, length - 8));
  return (all.match(/.{4}/gs) ?? []).filter((_brand, index) => index !== 1);
}

function typeOf(brand: string): IsoMedia['type'] {
  if (brand === 'qt  ') return 'video/quicktime';
  return /^3g[2eghprs]/.test(brand) ? 'video/3gpp' : 'video/mp4';
}

const heif = /^(hei[cxms]|hev[cxms]|mif[12]|msf1|miaf)$/;

function stillOf([major = '', ...others]: readonly string[]): IsoMedia['holds'] | undefined {
  if (major === 'crx ') return 'raw';
  if (/^avi[fs]$/.test(major)) return 'AVIF';
  if (!heif.test(major)) return undefined;
  return others.some((brand) => /^avi[fs]$/.test(brand)) ? 'AVIF' : 'HEIC';
}

/** One of its tracks is a video; the index of an old file may be compressed, and then says nothing. */
async function holdsVideo(file: FileReader, movie: Box): Promise<boolean> {
  for await (const track of boxesIn(file, movie.from, movie.end)) {
    if (track.type === 'cmov') return true;
    if (track.type !== 'trak') continue;
    for await (const media of boxesIn(file, track.from, track.end)) {
      if (media.type !== 'mdia') continue;
      for await (const handler of boxesIn(file, media.from, media.end))
        if (handler.type === 'hdlr' && (await file.text(handler.from + 8, 4)) === 'vide')
          return true;
    }
  }
  return false;
}
