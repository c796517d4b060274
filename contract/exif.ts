import { type FileBytes, FileReader, numberIn, textIn } from './file-bytes.ts';
import { readJpeg } from './jpeg.ts';
import { type Taken, takenSchema } from './taken.ts';

/** The entries of Exif that are read, by the numbers that it gives them. */
const tags = { orientation: 0x0112, changed: 0x0132, more: 0x8769, gps: 0x8825 } as const;
const moreTags = { taken: 0x9003, offset: 0x9011 } as const;
const gpsTags = { latRef: 1, lat: 2, lngRef: 3, lng: 4 } as const;

/** Reads what the camera noted in a JPEG; null where it noted nothing of this. */
export async function takenOf(bytes: FileBytes): Promise<Taken | null> {
  const file = new FileReader(bytes);
  if ((await file.number(0, 3)) !== 0xffd8ff) return null;
  const { exif } = await readJpeg(file);
  if (exif === null) return null;
  const notes = new Notes((await file.at(exif.from, exif.length)).slice());
  const first = notes.entriesAt(notes.numberAt(4, 4));
  const more = notes.entriesAt(first.get(tags.more)?.number);
  const gps = notes.entriesAt(first.get(tags.gps)?.number);
  const taken: Record<keyof Taken, unknown> = {
    at: momentOf(
      more.get(moreTags.taken)?.text ?? first.get(tags.changed)?.text,
      more.get(moreTags.offset)?.text,
    ),
    position: positionOf(
      degreesOf(gps.get(gpsTags.lat)?.fractions, gps.get(gpsTags.latRef)?.text),
      degreesOf(gps.get(gpsTags.lng)?.fractions, gps.get(gpsTags.lngRef)?.text),
    ),
    orientation: first.get(tags.orientation)?.number,
  };
  const known = Object.entries(taken).flatMap(([name, value]) => {
    const read = takenSchema.safeParse({ [name]: value }).data;
    return value === undefined || read === undefined ? [] : [[name, value] as const];
  });
  return known.length === 0 ? null : takenSchema.parse(Object.fromEntries(known));
}

interface Entry {
  /** The first number of its value, or where its value stands. */
  readonly number: number;
  readonly text: string;
  readonly fractions: readonly number[];
}

/** The bytes of one value of each type of Exif. */
const valueBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 };

/** Exif is a small TIFF, whose numbers may stand with their lowest byte first. */
class Notes {
  readonly #bytes: Uint8Array;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#isLittle = textIn(bytes.subarray(0, 2)) === 'II';
  }

  numberAt(at: number, length: number): number {
    const bytes = this.#bytes.slice(at, at + length);
    return numberIn(this.#isLittle ? bytes.toReversed() : bytes);
  }

  entriesAt(at: number | undefined): Map<number, Entry> {
    const entries = new Map<number, Entry>();
    if (at === undefined || at < 8 || at + 2 > this.#bytes.length) return entries;
    const count = Math.min(this.numberAt(at, 2), 200);
    for (let index = 0; index < count; index += 1) {
      const from = at + 2 + index * 12;
      if (from + 12 > this.#bytes.length) break;
      entries.set(this.numberAt(from, 2), this.#entryAt(from));
    }
    return entries;
  }

  #entryAt(from: number): Entry {
    const each = valueBytes[this.numberAt(from + 2, 2)] ?? 1;
    const count = Math.min(this.numberAt(from + 4, 4), 64);
    const at = each * count <= 4 ? from + 8 : this.numberAt(from + 8, 4);
    return {
      number: this.numberAt(from + 8, Math.min(each, 4)),
      text: textIn(this.#bytes.subarray(at, at + count)).replace(/\0.*$/s, ''),
      fractions: Array.from(
        { length: each === 8 ? count : 0 },
        (_fraction, index) =>
          this.numberAt(at + index * 8, 4) / this.numberAt(at + index * 8 + 4, 4),
      ),
    };
  }
}

/** A camera whose clock was never set writes zeros or blanks. */
function momentOf(written: string | undefined, offset: string | undefined): string | undefined {
  const [, year, month, day, time] =
    /^(\d{4})[:-](\d\d)[:-](\d\d) (\d\d:\d\d:\d\d)$/.exec(written?.trim() ?? '') ?? [];
  const local = `${year}-${month}-${day}T${time}`;
  if (year === undefined || Number.isNaN(Date.parse(`${local}Z`))) return undefined;
  return /^[+-]\d\d:\d\d$/.test(offset ?? '') ? `${local}${offset}` : local;
}

function degreesOf(
  fractions: readonly number[] | undefined,
  side: string | undefined,
): number | undefined {
  if (fractions?.length !== 3 || side === undefined || !/^[NSEW]$/.test(side)) return undefined;
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = fractions;
  const all = degrees + (minutes || 0) / 60 + (seconds || 0) / 3600;
  return Number((/[SW]/.test(side) ? -all : all).toFixed(6));
}

/** Without a fix a receiver writes zeros, which would be a place in the sea. */
function positionOf(lat: number | undefined, lng: number | undefined) {
  if (lat === undefined || lng === undefined || (lat === 0 && lng === 0)) return undefined;
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : undefined;
}
