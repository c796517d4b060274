import { type FileBytes, FileReader, numberIn, textIn } from './file-bytes.ts';
import { readIsoMedia } from './iso-media.ts';
import { readJpeg } from './jpeg.ts';
import { said } from './language.ts';
import { bytesLimit } from './upload-limits.ts';

/** The media types of what is kept, by the kind of its field. */
export const keptTypes = {
  picture: ['image/jpeg', 'image/png', 'image/webp'],
  video: ['video/mp4', 'video/quicktime', 'video/3gpp', 'video/webm'],
} as const;
export type KeptType = (typeof keptTypes)[keyof typeof keptTypes][number];

/** The largest picture has so many; decoding it takes about 200 MB. */
export const pixelLimit = 50_000_000;

/** A file is this by its bytes, whatever its name and its sender call it. */
export interface FileFound {
  readonly family: 'picture' | 'video' | 'other';
  /** As people call it, such as "a HEIC picture"; '' where nobody can tell. */
  readonly name: string;
  /** Null for what is not kept. */
  readonly type: KeptType | null;
  /** Its end is missing. */
  readonly isCut: boolean;
  /** 0 where it is not read. */
  readonly width: number;
  readonly height: number;
}

type Found = Pick<FileFound, 'family' | 'name'> & Partial<FileFound>;

const found = (what: Found): FileFound => ({
  type: null,
  isCut: false,
  width: 0,
  height: 0,
  ...what,
});

/** By how the first letter is spoken. */
const articleOf = (name: string) => (/^(A|F|MP|MT|MK|Ogg)/.test(name) ? 'an' : 'a');

const picture = (name: string, more: Partial<FileFound> = {}) =>
  found({ family: 'picture', name: `${articleOf(name)} ${name} picture`, ...more });
const video = (name: string, more: Partial<FileFound> = {}) =>
  found({ family: 'video', name: `${articleOf(name)} ${name} video`, ...more });

/** Files that are not kept begin so; a refusal calls them by their name. */
const others: readonly [start: RegExp, FileFound][] = [
  [/^GIF8/, picture('GIF')],
  [/^BM.{4}\0{4}/s, picture('BMP')],
  [/^(II\*\0|MM\0\*|IIRO|IIU\0|FUJIFILM)/, picture('TIFF or raw')],
  [/^(\xff\n|\0\0\0\fJXL )/, picture('JPEG XL')],
  [/^(\0\0\0\fjP {2}|\xff\x4f\xff\x51)/, picture('JPEG 2000')],
  [/^8BPS/, picture('Photoshop')],
  [/^RIFF.{4}AVI /s, video('AVI')],
  [/^0&\xb2u/, video('WMV')],
  [/^\0\0.[\xb3\xba]/s, video('MPEG')],
  [/^(.{4})?\x47.{187}(.{4})?\x47/s, video('MTS')],
  [/^FLV/, video('FLV')],
  [/^OggS/, video('Ogg')],
  [/^%PDF/, found({ family: 'other', name: 'a PDF document' })],
  [/^PK/, found({ family: 'other', name: 'a ZIP file or document' })],
];

/** Finds out what a file is. Its end is looked for, its picture is not decoded. */
export async function examineFile(bytes: FileBytes): Promise<FileFound> {
  const file = new FileReader(bytes);
  const head = await file.text(0, 256);
  if (head.startsWith('\xff\xd8\xff')) {
    const { exif: _exif, ...built } = await readJpeg(file);
    return picture('JPEG', { type: 'image/jpeg', ...built });
  }
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return readPng(file);
  if (/^RIFF.{4}WEBP/s.test(head)) return readWebp(file);
  if (head.startsWith('\x1aE\xdf\xa3')) return readMatroska(file, head);
  const media = await readIsoMedia(file);
  if (media?.holds === 'video') {
    const names = { 'video/mp4': 'MP4', 'video/quicktime': 'MOV', 'video/3gpp': '3GP' } as const;
    return video(names[media.type], { type: media.type, isCut: media.isCut });
  }
  if (media?.holds === 'sound') return found({ family: 'other', name: 'a sound recording' });
  if (media) return picture(media.holds, { isCut: media.isCut });
  const other = others.find(([start]) => start.test(head))?.[1];
  return other ?? found({ family: 'other', name: '' });
}

async function readPng(file: FileReader): Promise<FileFound> {
  const end = '\0\0\0\0IEND';
  const [width, height] = [await file.number(16, 4), await file.number(20, 4)];
  let isCut = (await file.text(file.size - 12, 8)) !== end;
  for (let at = 8; isCut && at + 12 <= file.size;) {
    if ((await file.text(at, 8)) === end) isCut = false;
    at += 12 + (await file.number(at, 4));
  }
  return picture('PNG', { type: 'image/png', width: width || 0, height: height || 0, isCut });
}

async function readWebp(file: FileReader): Promise<FileFound> {
  const head = await file.at(0, 30);
  const low = (at: number, length: number) => numberIn(head.slice(at, at + length).toReversed());
  const isCut = low(4, 4) + 8 > file.size || head.length < 30;
  const kind = textIn(head.subarray(12, 16));
  const [width, height] =
    kind === 'VP8X'
      ? [low(24, 3) + 1, low(27, 3) + 1]
      : kind === 'VP8L'
        ? [(low(21, 2) & 0x3fff) + 1, ((low(22, 3) >> 6) & 0x3fff) + 1]
        : [low(26, 2) & 0x3fff, low(28, 2) & 0x3fff];
  return picture('WebP', { type: 'image/webp', width, height, isCut });
}

/** WebM is a Matroska file with codecs of the web alone; one that was streamed says no length. */
async function readMatroska(file: FileReader, head: string): Promise<FileFound> {
  const isWebm = /\x42\x82.{1,8}webm/s.test(head.slice(0, 64));
  if (!isWebm) return video('MKV');
  const header = await lengthAt(file, 4);
  const segment = header.from + header.length;
  const body = await lengthAt(file, segment + 4);
  const isThere = (await file.text(segment, 4)) === '\x18S\x80g';
  const isCut = !isThere || (!body.isUnknown && body.from + body.length > file.size);
  return video('WebM', { type: 'video/webm', isCut });
}

/** A length as Matroska writes it: its first bit that is set says how many bytes it has. */
async function lengthAt(file: FileReader, at: number) {
  const [first = 0] = await file.at(at, 1);
  const bytes = Math.clz32(first) - 23;
  const all = await file.at(at, bytes);
  const length = numberIn(all) - 2 ** (7 * bytes);
  return { from: at + bytes, length, isUnknown: length === 2 ** (7 * bytes) - 1 };
}

/** The sentence about a picture that can't be decoded. */
export const unreadablePicture = (subject: string): string =>
  `${subject} cannot be read and may be damaged. Select another picture or take this one again.`;

export const whatToSend = said({
  picture: 'Send JPEG, PNG or WebP',
  video: 'Send MP4, WebM, MOV or 3GP',
} as const);

/** Advice for the owner of a file that isn't kept. */
const help = said({
  picture:
    'Set the camera to JPEG or “Most compatible” and take the picture again, or add a screenshot',
  video: 'Record the video again with a phone, or convert the file',
} as const);

/** Bytes as megabytes: "42", or "0.3" if the whole is less than ten. */
export function megabytes(bytes: number, of = bytes): string {
  const size = bytes / 1024 / 1024;
  return of < 10 * 1024 * 1024 ? size.toFixed(1) : String(Math.round(size));
}

type Kind = keyof typeof keptTypes;

/** Answers why a file is cut or broken, in any format; null for a whole one. */
export function whyNotWhole(
  subject: string,
  file: FileFound,
  bytes: number,
  kind: Kind,
): string | null {
  if (bytes === 0) return `${subject} is empty.`;
  const { family, name, isCut } = file;
  if (family !== kind) {
    const advice = whatToSend[kind];
    return name === ''
      ? `${subject} is not a ${kind}. ${advice}.`
      : `${subject} is not a ${kind}, but ${name}. ${advice}.`;
  }
  if (!isCut) return null;
  return `${subject} is not complete. Select another ${kind} or take this one again.`;
}

/**
 * Answers why a file of so many bytes is not kept as one of a kind, in sentences about `subject`.
 * Null for a good one, as far as can be told without decoding. Device and server say the same.
 */
export function whyNotKept(
  subject: string,
  file: FileFound,
  bytes: number,
  kind: Kind,
): string | null {
  const notWhole = whyNotWhole(subject, file, bytes, kind);
  if (notWhole !== null) return notWhole;
  const { name, type, width, height } = file;
  const [advice, more] = [help[kind], whatToSend[kind]];
  if (type === null) return `${subject} is ${name}, which Hanya cannot store. ${advice}. ${more}.`;
  if (width * height > pixelLimit) {
    const pixels = Math.round((width * height) / 1_000_000);
    const most = pixelLimit / 1_000_000;
    return `${subject} has ${pixels} megapixels. A picture can have at most ${most}. Take the picture again with a smaller setting.`;
  }
  const limit = bytesLimit[kind];
  if (bytes <= limit) return null;
  const [size, most] = [megabytes(bytes), megabytes(limit)];
  return `${subject} is ${size} MB. A ${kind} can be at most ${most} MB. Select a smaller one.`;
}
