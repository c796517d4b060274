/** Files as phones and cameras build them, made of nothing: their structure is whole, and shows nothing. */

export type Bytes = Uint8Array<ArrayBuffer>;

export const latin = (text: string): Bytes =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function joinBytes(...parts: readonly (Uint8Array | string)[]): Bytes {
  const all = parts.map((part) => (typeof part === 'string' ? latin(part) : part));
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number in so many bytes, the highest first. */
export const big = (value: number, length: number): Bytes =>
  Uint8Array.from({ length }, (_byte, index) => Math.floor(value / 256 ** (length - 1 - index)));

/** A box of a container of the family of MP4. */
export function aBox(type: string, ...content: readonly (Uint8Array | string)[]): Bytes {
  const inner = joinBytes(...content);
  return joinBytes(big(inner.length + 8, 4), type, inner);
}

const aTrack = (handler: string) =>
  aBox('trak', aBox('mdia', aBox('hdlr', big(0, 8), handler, big(0, 13))));

/** The index of a film with one track: `vide` for pictures, `soun` for sound. */
export const aMovie = (handler = 'vide'): Bytes => aBox('moov', aTrack(handler));

export const aBrand = (brand: string, ...others: readonly string[]): Bytes =>
  aBox('ftyp', brand, big(0, 4), ...others);

/** A video of so many bytes whose index stands before its pictures. */
export function aFilm(length = 4_096, brand = 'isom', handler = 'vide'): Bytes {
  const head = joinBytes(aBrand(brand, 'mp42'), aMovie(handler));
  return joinBytes(head, aBox('mdat', new Uint8Array(length - head.length - 8).fill(7)));
}

/** A picture in such a container, as newer phones take them. */
export const aStill = (brand = 'heic', ...others: readonly string[]): Bytes =>
  joinBytes(aBrand(brand, 'mif1', ...others), aBox('meta', big(0, 40)), aBox('mdat', big(1, 200)));

/** A segment of a JPEG. */
const aSegment = (marker: number, content: Uint8Array): Bytes =>
  joinBytes(Uint8Array.of(0xff, marker), big(content.length + 2, 2), content);

/** A JPEG that says this size; `exif` is what its camera noted, `tail` what it appended. */
export function aJpeg({
  width = 8,
  height = 8,
  exif = new Uint8Array(),
  data = Uint8Array.of(1, 0xff, 0, 2, 0xff, 0xd3, 3),
  tail = new Uint8Array(),
}: {
  width?: number;
  height?: number;
  exif?: Uint8Array;
  data?: Uint8Array;
  tail?: Uint8Array;
} = {}): Bytes {
  const size = joinBytes(big(8, 1), big(height, 2), big(width, 2), big(1, 1), big(0, 3));
  return joinBytes(
    '\xff\xd8',
    ...(exif.length > 0 ? [aSegment(0xe1, joinBytes('Exif\0\0', exif))] : []),
    aSegment(0xc2, size),
    aSegment(0xda, big(1, 6)),
    data,
    '\xff\xd9',
    tail,
  );
}

interface Noted {
  at?: string;
  offset?: string;
  changed?: string;
  /** Degrees, minutes and seconds as fractions, and the side. */
  lat?: readonly [fractions: readonly (readonly [number, number])[], side: string];
  lng?: readonly [fractions: readonly (readonly [number, number])[], side: string];
  orientation?: number;
}

/** What a camera notes, with its numbers the highest byte first or last. */
export function anExif(noted: Noted, isLittle = false): Bytes {
  const number = (value: number, length: number) =>
    isLittle ? big(value, length).toReversed() : big(value, length);
  type Entry = readonly [tag: number, type: number, count: number, value: Uint8Array];
  const textEntry = (tag: number, text: string | undefined): Entry[] =>
    text === undefined ? [] : [[tag, 2, text.length + 1, latin(`${text}\0`)]];
  const placeEntry = (tag: number, place: Noted['lat']): Entry[] =>
    place === undefined
      ? []
      : [
          [tag, 2, 2, latin(`${place[1]}\0`)],
          [
            tag + 1,
            5,
            place[0].length,
            joinBytes(...place[0].flatMap((one) => one.map((part) => number(part, 4)))),
          ],
        ];
  const folder = (at: number, entries: readonly Entry[]): Bytes => {
    let beyond = at + 2 + entries.length * 12 + 4;
    const values: Uint8Array[] = [];
    const rows = entries.map(([tag, type, count, value]) => {
      const head = joinBytes(number(tag, 2), number(type, 2), number(count, 4));
      if (value.length <= 4) return joinBytes(head, value, new Uint8Array(4 - value.length));
      values.push(value);
      beyond += value.length;
      return joinBytes(head, number(beyond - value.length, 4));
    });
    return joinBytes(number(entries.length, 2), ...rows, number(0, 4), ...values);
  };
  const [moreAt, gpsAt] = [400, 800];
  const more = [...textEntry(0x9003, noted.at), ...textEntry(0x9011, noted.offset)];
  const gps = [...placeEntry(1, noted.lat), ...placeEntry(3, noted.lng)];
  const { orientation } = noted;
  const first: Entry[] = [
    ...(orientation === undefined ? [] : [[0x0112, 3, 1, number(orientation, 2)] as const]),
    ...textEntry(0x0132, noted.changed),
    ...(more.length > 0 ? [[0x8769, 4, 1, number(moreAt, 4)] as const] : []),
    ...(gps.length > 0 ? [[0x8825, 4, 1, number(gpsAt, 4)] as const] : []),
  ];
  const whole = new Uint8Array(1_200);
  whole.set(joinBytes(isLittle ? 'II' : 'MM', number(42, 2), number(8, 4)));
  whole.set(folder(8, first), 8);
  whole.set(folder(moreAt, more), moreAt);
  whole.set(folder(gpsAt, gps), gpsAt);
  return whole;
}

/** A WebM whose length is said, or as a browser streams it without. */
export function aWebm(length = 200, isStreamed = false): Bytes {
  const header = joinBytes('\x1aE\xdf\xa3\x8b', 'B\x86\x81\x01B\x82\x84webm', '');
  return joinBytes(
    header,
    '\x18S\x80g',
    isStreamed ? '\x01\xff\xff\xff\xff\xff\xff\xff' : joinBytes('\x01', big(length, 7)),
    new Uint8Array(length),
  );
}
